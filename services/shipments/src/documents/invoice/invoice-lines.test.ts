import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceLines, maxInvoiceLines } from './invoice-lines.ts';

const item = (change: object = {}) => ({ name: 'Kurta', quantity: 2, unitPrice: 112, hsnCode: '6204', ...change });

test('prices hold the tax where they alone make up the invoice value', () => {
  expect(invoiceLines([item({ gstRate: 12 })], 22_400)).toEqual({
    lines: [{ name: 'Kurta', hsnCode: '6204', quantity: 2, taxablePaise: 20_000, gstRate: 12, taxPaise: 2_400 }],
    otherPaise: 0,
  });
});

test('prices are without tax where only both together make up the invoice value', () => {
  const { lines, otherPaise } = invoiceLines([item({ gstRate: 12 })], 25_088);
  expect(lines).toMatchObject([{ taxablePaise: 22_400, taxPaise: 2_688 }]);
  expect(otherPaise).toBe(0);
});

test('what neither explains is another charge or a discount on prices with tax', () => {
  expect(invoiceLines([item({ gstRate: 12 })], 30_000).otherPaise).toBe(7_600);
  expect(invoiceLines([item({ gstRate: 12 })], 20_000)).toMatchObject({
    lines: [{ taxablePaise: 20_000 }],
    otherPaise: -2_400,
  });
});

test('a tax amount that the merchant names goes before the rate, and may be odd', () => {
  expect(invoiceLines([item({ gstRate: 12, taxAmount: 10.01 })], 22_400).lines).toMatchObject([
    { taxablePaise: 21_399, taxPaise: 1_001 },
  ]);
});

test('an item without rate or tax has none, and says so', () => {
  expect(invoiceLines([item({ hsnCode: ' ' })], 22_400).lines).toMatchObject([
    { taxablePaise: 22_400, taxPaise: 0, gstRate: null, hsnCode: null },
  ]);
});

test('equal items of several packages are one line', () => {
  expect(invoiceLines([item(), item({ quantity: 3 }), item({ name: 'Stole' })], 0).lines).toMatchObject([
    { name: 'Kurta', quantity: 5 },
    { name: 'Stole', quantity: 2 },
  ]);
});

test('ten thousand items end in one line for the rest, and no paisa is lost', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => item({ name: `Item ${index}`, gstRate: 5 }));
  const { lines, otherPaise } = invoiceLines(items, 224_000_000);
  expect(lines).toHaveLength(maxInvoiceLines);
  expect(lines.at(-1)?.name).toBe('9001 further items');
  expect(lines.reduce((sum, line) => sum + line.taxablePaise + line.taxPaise, otherPaise)).toBe(224_000_000);
});

test('lines and what is beyond them are always the invoice value, in whole paise', () => {
  const paise = fc.integer({ min: 0, max: 10_000_000 });
  const anyItem = fc.record({
    name: fc.constantFrom('a', 'b'),
    quantity: fc.integer({ min: 1, max: 50 }),
    unitPrice: paise.map((value) => value / 100),
    gstRate: fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28, 40),
  });
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 20 }), paise, (items, valuePaise) => {
      const { lines, otherPaise } = invoiceLines(items, valuePaise);
      expect(lines.reduce((sum, line) => sum + line.taxablePaise + line.taxPaise, otherPaise)).toBe(valuePaise);
      expect(lines.every((line) => line.taxPaise % 2 === 0 && line.taxPaise >= 0 && line.taxablePaise >= 0)).toBe(true);
    }),
  );
});
