import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { labelContent } from './label-content.fixture.ts';
import { mergeLabels } from './merge-labels.ts';
import { openPdf, pageText, renderPage, scan } from './rendered-page.fixture.ts';

/** A courier's file: pages of its own size with a few words. */
const courierFile = async (...pages: string[]): Promise<Uint8Array> => {
  const document = new PDFKit({ size: [288, 432], autoFirstPage: false });
  for (const text of pages) document.addPage().text(text);
  document.end();
  return new Uint8Array(await buffer(document));
};

const pageTexts = async (pdf: Uint8Array): Promise<string[]> => {
  const document = await openPdf(pdf);
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => pageText(document, index + 1)));
};

describe('merged labels', () => {
  it('keep the order asked for, whoever made each of them', async () => {
    const merged = await mergeLabels([
      { pages: [labelContent({ awb: 'OURS1' })] },
      { pages: [labelContent({ awb: 'UNUSED' })], courierFile: await courierFile('COURIER 1', 'COURIER 2') },
      { pages: [labelContent({ awb: 'OURS2' }), labelContent({ awb: 'OURS3' })] },
    ]);
    const texts = await pageTexts(merged);
    expect(texts.map((text) => /OURS\d|COURIER \d|UNUSED/.exec(text)?.[0])).toEqual([
      'OURS1',
      'COURIER 1',
      'COURIER 2',
      'OURS2',
      'OURS3',
    ]);
  });

  it('still scan', async () => {
    const merged = await mergeLabels([
      { pages: [], courierFile: await courierFile('COURIER') },
      { pages: [labelContent({ awb: '13161234567890' })] },
    ]);
    expect(await scan((await renderPage(await openPdf(merged), 2)).image)).toEqual(['13161234567890']);
  });

  it('hold each of our fonts once, however many labels there are', async () => {
    const parts = Array.from({ length: 20 }, (_, index) => ({ pages: [labelContent({ awb: `AWB${index}` })] }));
    const few = await mergeLabels([...parts, { pages: [], courierFile: await courierFile('COURIER') }]);
    expect(few.length).toBeLessThan(300_000);
  });

  it.each([
    ['no PDF', new Uint8Array([1, 2, 3])],
    ['half a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog')],
    ['nothing', new Uint8Array()],
  ])('take ours where the courier’s file is %s', async (_, file) => {
    const merged = await mergeLabels([{ pages: [labelContent({ awb: 'OURS' })], courierFile: file }]);
    expect((await pageTexts(merged))[0]).toContain('OURS');
  });
});
