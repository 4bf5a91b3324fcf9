import { describe, expect, it } from 'vitest';
import { openPdf, pageText, renderPage } from '../rendered-page.fixture.ts';
import { drawInvoice } from './draw-invoice.ts';
import { invoiceContent } from './invoice-content.fixture.ts';
import type { InvoiceContent, InvoiceLine } from './invoice-content.ts';

const textOf = async (invoice: InvoiceContent, page = 1): Promise<string> =>
  pageText(await openPdf(await drawInvoice(invoice)), page);

const line = (change: Partial<InvoiceLine> = {}): InvoiceLine => ({
  name: 'Cotton kurta',
  hsnCode: '6204',
  quantity: 1,
  taxablePaise: 10_000,
  gstRate: 5,
  taxPaise: 501,
  ...change,
});

describe('a commercial invoice', () => {
  it('says who sold what to whom, with the tax of each line and the total in words', async () => {
    const text = await textOf(invoiceContent());
    for (const expected of [
      'COMMERCIAL INVOICE',
      'INVOICE NUMBER INV/26-27/00871 INVOICE DATE 21 Nov 2026 PLACE OF SUPPLY Maharashtra (27)',
      'AWB 13161234567890 · Delhivery PAYMENT Cash on delivery',
      'SOLD BY Kala Handlooms Pvt Ltd Unit 7, Okhla Industrial Estate Phase III New Delhi, Delhi 110020',
      'GSTIN: 07AABCK1234M1Z5 BILLED AND SHIPPED TO',
      'GSTIN: not given',
      '6204 2 1,20,000.00 12 14,400.00 1,34,400.00',
      'Taxable value 1,20,999.50 IGST 14,449.98 Other charges 99.00',
      'Rupees One Lakh Thirty-Five Thousand Five Hundred Forty-Eight and Forty-Eight Paise Only',
      'TOTAL ₹1,35,548.48',
      'page 1 of 1',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it.each([
    ['CGST+SGST', 'CGST SGST'],
    ['CGST+UTGST', 'CGST UTGST'],
  ] as const)('halves the tax inside one state: %s', async (taxes, columns) => {
    const text = await textOf(invoiceContent({ taxes, lines: [line()], otherPaise: 0, totalPaise: 10_501 }));
    expect(text).toContain(columns);
    expect(text).toContain('100.00 5 2.50 2.51 105.01');
    expect(text).not.toContain('IGST');
  });

  it('names a discount, a return, and what it does not know', async () => {
    const lines = [line({ hsnCode: null, gstRate: null, taxPaise: 0 })];
    const text = await textOf(invoiceContent({ isReturn: true, lines, otherPaise: -1_000, totalPaise: 9_000 }));
    expect(text).toContain('RETURN OF GOODS');
    expect(text).toContain('Discount -10.00');
    expect(text).toContain('— 1 100.00 — 0.00 100.00');
  });

  it('goes on over as many pages as it needs, and keeps the sums together on the last', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => line({ name: `Item number ${index + 1}` }));
    const document = await openPdf(await drawInvoice(invoiceContent({ lines })));
    const texts = await Promise.all(
      Array.from({ length: document.numPages }, (_, index) => pageText(document, index + 1)),
    );
    expect(texts.length).toBeGreaterThan(2);
    for (const { name } of lines) expect(texts.filter((text) => text.includes(`${name} 6204`))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('TOTAL'))).toEqual([texts.at(-1)]);
    expect(texts.at(-1)).toContain(`page ${texts.length} of ${texts.length}`);
  });

  it('is the same file for the same content', async () => {
    expect(await drawInvoice(invoiceContent())).toEqual(await drawInvoice(invoiceContent()));
  });

  it.each([
    ['10 kB without a space', 'W'.repeat(10_000)],
    ['10 kB of conjuncts', 'क्ष्म्य'.repeat(1_500)],
    ['controls', '\u0000\u001b[31m\r\n\u2028'.repeat(100)],
    ['PDF syntax', ') Tj ET endstream endobj (\\'.repeat(100)],
    ['nothing', ''],
  ])('keeps hostile text inside its page: %s', async (_, text) => {
    const party = { name: text, address: text, city: text, state: text, pincode: text, phone: text, gstin: text };
    const pdf = await openPdf(
      await drawInvoice(
        invoiceContent({
          number: text,
          orderReference: text,
          awb: text,
          courierName: text,
          placeOfSupply: text,
          seller: party,
          buyer: party,
          lines: [line({ name: text, hsnCode: text })],
        }),
      ),
    );
    expect(pdf.numPages).toBe(1);
    const { image } = await renderPage(pdf, 1, 72);
    const margin = Array.from({ length: image.height * 30 }, (_, at) => {
      const pixel = Math.floor(at / 30) * image.width + (at % 30);
      return image.data[pixel * 4] ?? 255;
    });
    expect(margin.every((red) => red > 250)).toBe(true);
  });
});
