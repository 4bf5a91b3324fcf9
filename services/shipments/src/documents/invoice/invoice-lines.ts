import { type ShipmentItem, toPaise } from '@freight/contracts';
import type { InvoiceLine } from '@freight/labels';

/** A line each to this many; beyond it the rest is one line, so that an invoice stays some dozens of pages. */
export const maxInvoiceLines = 1_000;

/** Half of it is how far rounding may take a sum of many lines from the invoice value. */
const roundingPaise = 100;

/**
 * The lines of an invoice with their taxes, and what the invoice value is beyond them. The API does not say whether a unit price
 * holds the tax, so the sum decides: prices are without tax where they make up the invoice value only together with it, and
 * hold it otherwise, as prices for consumers in India do. A tax amount that the merchant names goes before its rate.
 */
export const invoiceLines = (
  items: readonly ShipmentItem[],
  invoiceValuePaise: number,
): { lines: InvoiceLine[]; otherPaise: number } => {
  const together = joinEqual(items);
  const withTax = together.map(lineOfPriceWithTax);
  const withoutTax = together.map(lineOfPriceWithoutTax);
  const isOff = (lines: InvoiceLine[]) => Math.abs(invoiceValuePaise - sumOf(lines)) > roundingPaise;
  const lines = isOff(withTax) && !isOff(withoutTax) ? withoutTax : withTax;
  return { lines: shorten(lines), otherPaise: invoiceValuePaise - sumOf(lines) };
};

/** Equal items of several packages are one line. */
const joinEqual = (items: readonly ShipmentItem[]): ShipmentItem[] => {
  const joined = new Map<string, ShipmentItem>();
  for (const item of items) {
    const key = JSON.stringify([item.name, item.hsnCode, item.unitPrice, item.gstRate, item.taxAmount === undefined]);
    const known = joined.get(key);
    joined.set(
      key,
      known === undefined
        ? item
        : {
            ...known,
            quantity: known.quantity + item.quantity,
            ...(known.taxAmount === undefined ? {} : { taxAmount: known.taxAmount + (item.taxAmount ?? 0) }),
          },
    );
  }
  return [...joined.values()];
};

const pricePaise = ({ unitPrice, quantity }: ShipmentItem): number => toPaise(unitPrice) * quantity;

const lineOfPriceWithTax = (item: ShipmentItem): InvoiceLine => {
  const grossPaise = pricePaise(item);
  const taxPaise = Math.min(namedTaxPaise(item) ?? evenPaise(grossPaise - grossPaise / (1 + rateOf(item))), grossPaise);
  return lineOf(item, grossPaise - taxPaise, taxPaise);
};

const lineOfPriceWithoutTax = (item: ShipmentItem): InvoiceLine => {
  const taxablePaise = pricePaise(item);
  return lineOf(item, taxablePaise, namedTaxPaise(item) ?? evenPaise(taxablePaise * rateOf(item)));
};

const lineOf = (item: ShipmentItem, taxablePaise: number, taxPaise: number): InvoiceLine => ({
  name: item.name,
  hsnCode: item.hsnCode === undefined || item.hsnCode.trim() === '' ? null : item.hsnCode,
  quantity: item.quantity,
  taxablePaise,
  gstRate: item.gstRate ?? null,
  taxPaise,
});

const rateOf = ({ gstRate = 0 }: ShipmentItem): number => gstRate / 100;

const namedTaxPaise = ({ taxAmount }: ShipmentItem): number | undefined =>
  taxAmount === undefined ? undefined : toPaise(taxAmount);

/** Central and state tax are equal by law, so what we work out ourselves is rounded to two equal halves. */
const evenPaise = (paise: number): number => 2 * Math.round(paise / 2);

const sumOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { taxablePaise, taxPaise }) => sum + taxablePaise + taxPaise, 0);

const shorten = (lines: InvoiceLine[]): InvoiceLine[] => {
  if (lines.length <= maxInvoiceLines) return lines;
  const rest = lines.slice(maxInvoiceLines - 1);
  const total = (of: (line: InvoiceLine) => number) => rest.reduce((sum, line) => sum + of(line), 0);
  return [
    ...lines.slice(0, maxInvoiceLines - 1),
    {
      name: `${rest.length} further items`,
      hsnCode: null,
      quantity: total((line) => line.quantity),
      taxablePaise: total((line) => line.taxablePaise),
      gstRate: null,
      taxPaise: total((line) => line.taxPaise),
    },
  ];
};
