import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { LabelDocument } from '../label-document.ts';
import { rupees } from '../rupees.ts';
import { printable } from '../text/printable.ts';
import { amountText } from './amount-text.ts';
import { drawInvoiceTable, taxNames, taxParts } from './draw-invoice-table.ts';
import type { InvoiceContent, InvoiceParty } from './invoice-content.ts';
import * as regions from './invoice-regions.ts';
import { rupeesInWords } from './rupees-in-words.ts';
import { write } from './write.ts';

/**
 * Draws a commercial invoice on pages of A4. Busy on the calling thread for some milliseconds a page: services use
 * `createLabelDrawer`. The same content gives the same bytes.
 */
export const drawInvoice = async (invoice: InvoiceContent): Promise<Buffer> => {
  const document = openInvoiceDocument(invoice);
  document.addPage();
  drawHead(document, invoice);
  const end = drawInvoiceTable(document, invoice);
  drawClosing(document, invoice, end);
  numberPages(document, invoice);
  document.end();
  return await buffer(document);
};

const openInvoiceDocument = ({ date, number }: InvoiceContent): LabelDocument =>
  new PDFDocument({
    size: [regions.page.widthPt, regions.page.heightPt],
    margin: 0,
    autoFirstPage: false,
    // Pages are numbered when their number is known.
    bufferPages: true,
    font: '',
    lang: 'en-IN',
    info: { Title: `Invoice ${printable(number, 100)}`, CreationDate: date },
  });

const bold = { weight: 'bold', minSizePt: 5.5, vertical: 'middle' } as const;
const plain = { weight: 'regular', minSizePt: 5.5 } as const;
const caption = { ...plain, maxSizePt: 6.5 } as const;

const drawHead = (document: LabelDocument, invoice: InvoiceContent): void => {
  document.lineWidth(0.75).strokeColor('black').fillColor('black');
  write(document, 'COMMERCIAL INVOICE', regions.title, { ...bold, maxSizePt: 18 });
  if (invoice.isReturn) {
    write(document, 'RETURN OF GOODS', regions.subtitle, { ...bold, maxSizePt: 12, align: 'right' });
  }
  const facts = [
    ['INVOICE NUMBER', invoice.number],
    ['INVOICE DATE', dayInIndia.format(invoice.date)],
    ['PLACE OF SUPPLY', invoice.placeOfSupply],
    ['ORDER', invoice.orderReference],
    ['AWB', `${invoice.awb} · ${invoice.courierName}`],
    ['PAYMENT', invoice.payment === 'COD' ? 'Cash on delivery' : 'Prepaid'],
  ] as const;
  facts.forEach(([name, value], index) => {
    const box = regions.fact(index);
    write(document, name, box.caption, caption);
    write(document, value, box.value, { ...bold, maxSizePt: 10 });
  });
  const { y, heightPt } = regions.parties;
  document.rect(regions.left, y, regions.widthPt, heightPt).stroke();
  const middle = regions.left + regions.widthPt / 2;
  document
    .moveTo(middle, y)
    .lineTo(middle, y + heightPt)
    .stroke();
  drawParty(document, 'SOLD BY', invoice.seller, 0);
  drawParty(document, 'BILLED AND SHIPPED TO', invoice.buyer, 1);
};

const drawParty = (document: LabelDocument, name: string, party: InvoiceParty, index: 0 | 1): void => {
  const box = regions.party(index);
  write(document, name, box.caption, caption);
  write(document, party.name, box.name, { ...bold, maxSizePt: 12 });
  const place = `${printable(party.city, 60)}, ${printable(party.state, 60)} ${printable(party.pincode, 12)}`;
  // The street is bounded, so that the place and the phone below it are not what is cut.
  write(document, [printable(party.address, 200), place, party.phone], box.address, { ...plain, maxSizePt: 9.5 });
  write(document, party.gstin === null ? 'GSTIN: not given' : `GSTIN: ${party.gstin}`, box.tax, {
    ...bold,
    maxSizePt: 9.5,
  });
};

const dayInIndia = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

const drawClosing = (document: LabelDocument, invoice: InvoiceContent, top: number): void => {
  const right = regions.left + regions.widthPt;
  const sumsPt = 230;
  sumsOf(invoice).forEach(([name, amount], index) => {
    const row = { y: top + 6 + index * 15, heightPt: 14 };
    write(document, name, { ...row, x: right - sumsPt, widthPt: 120 }, { ...plain, maxSizePt: 9, align: 'right' });
    write(document, amount, { ...row, x: right - 105, widthPt: 101 }, { ...plain, maxSizePt: 9, align: 'right' });
  });
  const y = top + 88;
  document.rect(regions.left, y, regions.widthPt, 24).stroke();
  const row = { y: y + 2, heightPt: 20 };
  const total = rupees(invoice.totalPaise);
  write(
    document,
    rupeesInWords(invoice.totalPaise),
    { ...row, x: regions.left + 6, widthPt: 330 },
    { ...bold, maxSizePt: 9 },
  );
  write(
    document,
    `TOTAL ${total}`,
    { ...row, x: right - 180, widthPt: 174 },
    { ...bold, maxSizePt: 13, align: 'right' },
  );
  const sign = { x: right - 220, widthPt: 216 };
  write(
    document,
    `For ${printable(invoice.seller.name, 80)}`,
    { ...sign, y: y + 34, heightPt: 14 },
    { ...bold, maxSizePt: 9, align: 'right' },
  );
  write(
    document,
    'Authorised signatory',
    { ...sign, y: y + 70, heightPt: 12 },
    { ...plain, maxSizePt: 8, align: 'right' },
  );
  write(
    document,
    'All amounts are in Indian rupees. Tax is payable under forward charge.',
    { x: regions.left, y: y + 70, widthPt: 280, heightPt: 12 },
    { ...plain, maxSizePt: 7 },
  );
};

const sumsOf = ({ lines, taxes, otherPaise }: InvoiceContent): [name: string, amount: string][] => {
  const sum = (of: (line: InvoiceContent['lines'][number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0);
  const names = taxNames(taxes);
  return [
    ['Taxable value', amountText(sum((line) => line.taxablePaise))],
    ...names.map((name, index): [string, string] => [
      name,
      amountText(sum((line) => taxParts(taxes, line.taxPaise)[index] ?? 0)),
    ]),
    ...(otherPaise === 0
      ? []
      : [[otherPaise < 0 ? 'Discount' : 'Other charges', amountText(otherPaise)] as [string, string]]),
  ];
};

const numberPages = (document: LabelDocument, { number }: InvoiceContent): void => {
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    const box = { x: regions.left, y: regions.bottom + 10, widthPt: regions.widthPt, heightPt: 12 };
    const text = `Invoice ${printable(number, 60)} · page ${index + 1} of ${count}`;
    write(document, text, box, { ...plain, maxSizePt: 7, align: 'center' });
  }
};
