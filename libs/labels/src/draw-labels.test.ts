import { describe, expect, it } from 'vitest';
import { drawLabels, labelsPerDocumentLimit } from './draw-labels.ts';
import { labelContent } from './label-content.fixture.ts';
import type { LabelAddress, LabelContent } from './label-content.ts';
import { inkOutside, openPdf, pageText, renderPage, scan } from './rendered-page.fixture.ts';

const everyField = (text: string): LabelContent => {
  const address: LabelAddress = {
    name: text,
    phone: text,
    address: text,
    landmark: text,
    city: text,
    state: text,
    pincode: text,
  };
  return labelContent({
    awb: text,
    courierName: text,
    service: text,
    sortCode: text,
    orderReference: text,
    invoiceNumber: text,
    gstin: text,
    to: address,
    from: address,
    returnTo: address,
    items: Array.from({ length: 200 }, () => ({ name: text, quantity: 9999 })),
  });
};

describe('a label', () => {
  it('is one page of 4×6 inches', async () => {
    const pdf = await openPdf(await drawLabels([labelContent()]));
    expect(pdf.numPages).toBe(1);
    expect((await pdf.getPage(1)).view).toEqual([0, 0, 288, 432]);
  });

  it.each([
    ['delhivery', '13161234567890'],
    ['bluedart', '69012345678'],
    ['dtdc', 'D12345678'],
    ['dtdc, a longer variant', '7X109876543AB'],
    ['xpressbees, 14 digits', '14123456789012'],
    ['xpressbees, 16 digits', '1412345678901234'],
    ['ekart', '500999A3408005'],
    ['shadowfax', 'SF12345678ABC'],
    ['shadowfax, reverse', 'R1234567890SFX'],
    ['amazon', 'TBA-365/400_Zz.97'],
    ['indiapost', 'EE123456785IN'],
  ])('scans as its AWB when printed at 203 dpi: %s', async (_, awb) => {
    const pdf = await openPdf(await drawLabels([labelContent({ awb })]));
    expect(await scan((await renderPage(pdf, 1)).image)).toEqual([awb]);
  });

  it('says everything a courier needs in words too', async () => {
    const text = await pageText(await openPdf(await drawLabels([labelContent()])), 1);
    for (const expected of [
      'Delhivery SURFACE BOM/ANH 13161234567890 COD ₹1,499',
      'ORD-2026-104417 Invoice INV/26-27/00871',
      'Linking Road, Bandra West, near Mehboob Studio Mumbai, Maharashtra',
      '+91 98200 12345 400050',
      'WEIGHT 1.25 kg SIZE (L×B×H) 30×22.5×8 cm DATE 21 Nov 2026 PIECE 1 of 1',
      '3 ITEMS 2 × Chanderi cotton kurta, indigo, size M; 1 × Block-printed dupatta',
      'IF UNDELIVERED, RETURN TO Kala Handlooms Pvt Ltd Unit 7, Okhla Industrial Estate Phase III',
      'New Delhi, Delhi 110020 · +91 98110 54321 GSTIN 07AABCK1234M1Z5',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('says PREPAID and no amount when there is nothing to collect', async () => {
    const pdf = await openPdf(await drawLabels([labelContent({ payment: { mode: 'PREPAID' } })]));
    const text = await pageText(pdf, 1);
    expect(text).toContain('PREPAID');
    expect(text).not.toMatch(/COD|₹/);
  });

  it('marks a reverse pickup and an exchange', async () => {
    const labels = [labelContent({ shipmentType: 'REVERSE' }), labelContent({ shipmentType: 'EXCHANGE' })];
    const pdf = await openPdf(await drawLabels(labels));
    expect(await pageText(pdf, 1)).toContain('SURFACE · REVERSE PICKUP');
    expect(await pageText(pdf, 2)).toContain('SURFACE · EXCHANGE');
  });

  it.each([
    ['Devanagari', 'ज्योत्स्ना क्षत्रिय, राष्ट्रीय राजमार्ग'],
    ['Bengali', 'অনুরাধা মুখোপাধ্যায়, পশ্চিমবঙ্গ'],
    ['Gurmukhi', 'ਘੋੜਾ ਗੁਰਦੁਆਰਾ ਸਾਹਿਬ'],
    ['Gujarati', 'લક્ષ્મી આૈ સૌરાષ્ટ્ર'],
    ['Oriya', 'ଭୁବନେଶ୍ୱର ଶ୍ରୀକ୍ଷେତ୍ର'],
    ['Tamil', 'ஸ்ரீரங்கம் தமிழ்நாடு ௪ஂ'],
    ['Telugu', 'శ్రీ వేంకటేశ్వర'],
    ['Kannada', 'ಕ್ಷೇತ್ರ ಶ್ರೀರಂಗಪಟ್ಟಣ'],
    ['Malayalam', 'തിരുവനന്തപുരം പുസ്തകം ദ്'],
  ])('prints names in %s with the glyphs of that script', async (script, name) => {
    const to = { ...labelContent().to, name, address: name };
    const bytes = await drawLabels([labelContent({ to })]);
    expect(bytes.toString('latin1')).toContain(`NotoSans${script}-Bold`);
    expect(bytes.toString('latin1')).toContain(`NotoSans${script}-Regular`);
  });

  it.each([
    ['10 kB without a space', 'W'.repeat(10_000)],
    ['10 kB of words', 'lane '.repeat(2_000)],
    ['10 kB of conjuncts', 'क्ष्म्य'.repeat(1_500)],
    ['controls', '\u0000\u0001\u001b[31m\r\n\t\u007f\u0085\u2028'.repeat(100)],
    ['right-to-left overrides', '\u202e\u2066\u200fabc\u202d\u2069'.repeat(100)],
    ['emoji', '😀👨‍👩‍👧‍👦🇮🇳🏽'.repeat(100)],
    ['piled accents', `x${'\u0301\u0489\u20dd'.repeat(500)}`],
    ['lone surrogates', '\ud800x\udfff'.repeat(100)],
    ['Arabic and Chinese', 'العربية 漢字 '.repeat(100)],
    ['PDF syntax', ') Tj ET endstream endobj (\\'.repeat(100)],
    ['nothing', ''],
  ])('keeps hostile text inside the frame of its one page: %s', async (_, text) => {
    const pdf = await openPdf(await drawLabels([everyField(text)]));
    expect(pdf.numPages).toBe(1);
    expect(inkOutside((await renderPage(pdf, 1)).image)).toBe(0);
  });

  it('still scans when every text around the barcode is as long as can be', async () => {
    const label = { ...everyField('W'.repeat(10_000)), awb: '13161234567890' };
    const pdf = await openPdf(await drawLabels([label]));
    expect(await scan((await renderPage(pdf, 1)).image)).toEqual(['13161234567890']);
  });

  it('keeps the city, pincode and phone when the street is too long', async () => {
    const address = 'third lane behind the old water tank '.repeat(27);
    const { to, from } = labelContent();
    const label = labelContent({ to: { ...to, address }, from: { ...from, address }, returnTo: { ...from, address } });
    const text = await pageText(await openPdf(await drawLabels([label])), 1);
    for (const kept of [
      'Mumbai, Maharashtra',
      '400050',
      '+91 98200 12345',
      '110020 · +91 98110 54321',
      'GSTIN 07AABCK',
    ]) {
      expect(text).toContain(kept);
    }
  });

  it.each([
    { payment: { mode: 'COD', amountPaise: 0.5 } },
    { payment: { mode: 'COD', amountPaise: Number.NaN } },
    { weightGrams: -1 },
    { dimensionsCm: { length: Number.NaN, breadth: 1, height: 1 } },
    { date: new Date(Number.NaN) },
  ] as const)('refuses a number that is none: %j', async (change) => {
    await expect(drawLabels([labelContent(change)])).rejects.toThrow(RangeError);
  });
});

describe('a document of labels', () => {
  it('has a page for each, in the order given, and embeds each font once', async () => {
    const awbs = ['13160000000001', 'D12345678', 'EE123456785IN'];
    const bytes = await drawLabels(awbs.map((awb) => labelContent({ awb })));
    const pdf = await openPdf(bytes);
    const scanned = await Promise.all(awbs.map(async (_, index) => scan((await renderPage(pdf, index + 1)).image)));
    expect(scanned).toEqual(awbs.map((awb) => [awb]));
    expect(bytes.toString('latin1').match(/\/FontFile2 /g)).toHaveLength(4);
  });

  it('is the same file for the same labels', async () => {
    expect(await drawLabels([labelContent()])).toEqual(await drawLabels([labelContent()]));
  });

  it('is refused for no labels and for more than the limit', async () => {
    await expect(drawLabels([])).rejects.toThrow('at least one');
    await expect(drawLabels(Array.from({ length: labelsPerDocumentLimit + 1 }, () => labelContent()))).rejects.toThrow(
      'more than',
    );
  });
});
