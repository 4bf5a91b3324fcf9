/**
 * Breaks a paragraph into lines no wider than `width`, in the unit that `measure` gives. Breaks at spaces; inside a long
 * word after a comma, slash, hyphen or bracket before a letter (addresses are often written without spaces); and as a
 * last resort between any two characters a reader would call separate. Always gives at least one character a line.
 */
export const wrapText = (paragraph: string, width: number, measure: (text: string) => number): string[] => {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  const spaceWidth = measure(' ');
  const place = (piece: string, isNewWord: boolean): void => {
    const pieceWidth = measure(piece);
    const gap = isNewWord && line !== '' ? spaceWidth : 0;
    if (line !== '' && lineWidth + gap + pieceWidth > width) {
      lines.push(line);
      line = piece;
      lineWidth = pieceWidth;
    } else {
      line += gap > 0 ? ` ${piece}` : piece;
      lineWidth += gap + pieceWidth;
    }
  };
  for (const word of paragraph.split(' ')) {
    if (word === '') continue;
    const isWide = measure(word) > width;
    const pieces = isWide ? word.split(breakInWord).flatMap((part) => narrowParts(part, width, measure)) : [word];
    pieces.forEach((piece, index) => {
      place(piece, index === 0);
    });
  }
  if (line !== '') lines.push(line);
  return lines;
};

/** Cuts a part that is wider than a line into the longest pieces that are not. */
const narrowParts = (part: string, width: number, measure: (text: string) => number): string[] => {
  if (measure(part) <= width) return [part];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(part)) {
    if (piece !== '' && measure(piece + segment) > width) {
      pieces.push(piece);
      piece = segment;
    } else {
      piece += segment;
    }
  }
  pieces.push(piece);
  return pieces;
};

const breakInWord = /(?<=[,;/)\]-])(?=\p{L})/u;
const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
