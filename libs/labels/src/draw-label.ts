import { drawBarcode } from './draw-barcode.ts';
import type { LabelAddress, LabelContent } from './label-content.ts';
import type { LabelDocument } from './label-document.ts';
import { type Box, frame, fromWhole, fromWholeCaption, regions, rules } from './label-regions.ts';
import { rupees } from './rupees.ts';
import type { DrawnText } from './text/draw-text.ts';
import { drawText } from './text/draw-text.ts';
import { printable } from './text/printable.ts';

/** Draws one label on the document's present page. Throws RangeError on an amount, weight or date that is none. */
export const drawLabel = (document: LabelDocument, label: LabelContent): void => {
  drawFrame(document);
  drawCourier(document, label);
  drawBarcode(document, label.awb);
  drawPayment(document, label);
  drawRecipient(document, label.to);
  drawFacts(document, label);
  drawItems(document, label);
  drawSender(document, label);
};

const drawFrame = (document: LabelDocument): void => {
  document.lineWidth(1).strokeColor('black').fillColor('black');
  document.rect(frame.x, frame.y, frame.widthPt, frame.heightPt).stroke();
  document.lineWidth(0.75);
  for (const y of Object.values(rules)) line(document, [frame.x, y], [frame.x + frame.widthPt, y]);
};

const drawCourier = (document: LabelDocument, label: LabelContent): void => {
  write(document, [label.courierName], regions.courierName, { ...heading, maxSizePt: 18, vertical: 'middle' });
  write(document, [serviceText(label)], regions.service, { ...heading, maxSizePt: 9, vertical: 'middle' });
  if (label.sortCode === null) return;
  line(document, [158, frame.y], [158, rules.belowCourier]);
  const sortCode = { ...heading, maxSizePt: 24, align: 'center', vertical: 'middle' } as const;
  write(document, [label.sortCode], regions.sortCode, sortCode);
};

const serviceText = ({ service, shipmentType }: LabelContent): string => {
  const name = service.toUpperCase();
  switch (shipmentType) {
    case 'FORWARD':
      return name;
    case 'REVERSE':
      return `${name} · REVERSE PICKUP`;
    case 'EXCHANGE':
      return `${name} · EXCHANGE`;
  }
};

const drawPayment = (document: LabelDocument, { payment, orderReference, invoiceNumber }: LabelContent): void => {
  const style = { ...heading, maxSizePt: 22, align: 'center', vertical: 'middle' } as const;
  line(document, [158, rules.belowBarcode], [158, rules.belowPayment]);
  if (payment.mode === 'COD') {
    // White on black, so that the courier's rider cannot overlook that there is cash to collect.
    document.rect(frame.x, rules.belowBarcode, 158 - frame.x, rules.belowPayment - rules.belowBarcode).fill();
    document.fillColor('white');
    write(document, [`COD ${rupees(payment.amountPaise)}`], regions.payment, style);
    document.fillColor('black');
  } else {
    write(document, ['PREPAID'], regions.payment, style);
  }
  caption(document, 'ORDER', regions.orderCaption);
  const order = invoiceNumber === null ? [orderReference] : [orderReference, `Invoice ${invoiceNumber}`];
  write(document, order, regions.order, { ...heading, maxSizePt: 13, vertical: 'middle' });
};

const drawRecipient = (document: LabelDocument, to: LabelAddress): void => {
  caption(document, 'SHIP TO', regions.toCaption);
  write(document, [to.name], regions.toName, { ...heading, maxSizePt: 14, vertical: 'middle' });
  write(document, [streetText(to)], regions.toAddress, { ...body, maxSizePt: 11 });
  // A place of its own: however long the street, the city stays.
  write(document, [cityText(to)], regions.toCity, { ...heading, maxSizePt: 11, vertical: 'middle' });
  caption(document, 'PHONE', regions.toPhoneCaption);
  write(document, [to.phone], regions.toPhone, { ...heading, maxSizePt: 12, vertical: 'middle' });
  const pincode = { ...heading, maxSizePt: 26, align: 'right', vertical: 'middle' } as const;
  write(document, [to.pincode], regions.toPincode, pincode);
};

const drawFacts = (document: LabelDocument, { weightGrams, dimensionsCm, date, piece }: LabelContent): void => {
  const fact = { ...heading, maxSizePt: 9.5, vertical: 'middle' } as const;
  caption(document, 'WEIGHT', regions.weightCaption);
  write(document, [weightText(weightGrams)], regions.weight, fact);
  caption(document, 'SIZE (L×B×H)', regions.sizeCaption);
  write(document, [sizeText(dimensionsCm)], regions.size, fact);
  caption(document, 'DATE', regions.dateCaption);
  write(document, [dayInIndia.format(date)], regions.date, fact);
  caption(document, 'PIECE', regions.pieceCaption);
  write(document, [`${piece.number} of ${piece.of}`], regions.piece, fact);
};

const weightText = (grams: number): string => (grams < 1000 ? `${quantity(grams)} g` : `${quantity(grams / 1000)} kg`);

const sizeText = (dimensions: LabelContent['dimensionsCm']): string => {
  if (dimensions === null) return '—';
  const { length, breadth, height } = dimensions;
  return `${quantity(length)}×${quantity(breadth)}×${quantity(height)} cm`;
};

const quantity = (value: number): string => {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not a weight or size: ${value}`);
  return decimal.format(value);
};

const decimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3, useGrouping: false });

const dayInIndia = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

const drawItems = (document: LabelDocument, { items }: LabelContent): void => {
  const count = items.reduce((sum, item) => sum + item.quantity, 0);
  caption(document, `CONTENTS · ${count} ${count === 1 ? 'ITEM' : 'ITEMS'}`, regions.itemsCaption);
  // More names than this never fit; the total above still counts them.
  const named = items.slice(0, 12).map((item) => `${item.quantity} × ${printable(item.name, 80)}`);
  write(document, [named.join('; ')], regions.items, { ...body, maxSizePt: 8.5 });
};

const drawSender = (document: LabelDocument, { from, returnTo, gstin }: LabelContent): void => {
  const style = { ...body, maxSizePt: 8 };
  const tax = gstin === null ? [] : [`GSTIN ${printable(gstin, 20)}`];
  if (returnTo === null) {
    caption(document, 'FROM · IF UNDELIVERED, RETURN TO', fromWholeCaption);
    write(document, [...senderLines(from, 400), ...tax], fromWhole, style);
    return;
  }
  line(document, [144, rules.belowItems], [144, frame.y + frame.heightPt]);
  caption(document, 'FROM', regions.fromCaption);
  write(document, [...senderLines(from, 120), ...tax], regions.from, style);
  caption(document, 'IF UNDELIVERED, RETURN TO', regions.returnCaption);
  write(document, senderLines(returnTo, 120), regions.returnTo, style);
};

/** The street is bounded, so that the pincode and phone below it are not what is cut. */
const senderLines = (sender: LabelAddress, streetLimit: number): string[] => [
  printable(sender.name, 40),
  printable(streetText(sender), streetLimit),
  printable(cityText(sender), 40),
  `${printable(sender.pincode, 12)} · ${printable(sender.phone, 20)}`,
];

const streetText = ({ address, landmark }: LabelAddress): string =>
  landmark === null ? address : `${address}, ${landmark}`;

const cityText = ({ city, state }: LabelAddress): string => `${city}, ${state}`;

/** Longest text that is laid out; the API allows 1,000 characters a field and a label has room for fewer. */
const characterLimit = 1_000;

const heading = { weight: 'bold', minSizePt: 5.5 } as const;
const body = { weight: 'regular', minSizePt: 5.5 } as const;

const write = (document: LabelDocument, paragraphs: readonly string[], box: Box, style: DrawnText): void =>
  drawText(
    document,
    paragraphs.map((paragraph) => printable(paragraph, characterLimit)),
    box,
    style,
  );

const caption = (document: LabelDocument, text: string, box: Box): void =>
  drawText(document, [text], box, { ...body, maxSizePt: 6 });

const line = (document: LabelDocument, from: readonly [number, number], to: readonly [number, number]): void => {
  document
    .moveTo(...from)
    .lineTo(...to)
    .stroke();
};
