import { code128Modules } from './code128.ts';

/**
 * A one-page PDF of 4 by 6 inches with a few lines of text, written by hand: enough for a courier's label in a sandbox. The second
 * line is the AWB, which stands at the foot as a barcode too.
 */
export const labelPdf = (lines: readonly string[]): Buffer => {
  const words = lines.map((line, at) => `BT /F1 12 Tf 18 ${396 - at * 20} Td (${escapeText(line)}) Tj ET`);
  const text = [...words, ...barcode(lines[1] ?? '')].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};

/** Bars of 1 point a module, 14 mil, narrower where a long number needs it, with at least ten modules blank on either side. */
const barcode = (awb: string): string[] => {
  const modules = code128Modules(awb);
  const count = modules.reduce((sum, width) => sum + width, 0);
  const modulePt = Math.min(1, pageWidthPt / (count + 2 * quietModules));
  let x = (pageWidthPt - count * modulePt) / 2;
  return modules.flatMap((width, at) => {
    const from = x;
    x += width * modulePt;
    return at % 2 === 0 ? [`${from.toFixed(3)} 40 ${(width * modulePt).toFixed(3)} 72 re f`] : [];
  });
};

const pageWidthPt = 288;
const quietModules = 10;

/** Helvetica without an embedded font prints Latin only; everything else becomes a question mark. */
const escapeText = (line: string): string =>
  line
    .slice(0, 48)
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[\\()]/g, (character) => `\\${character}`);
