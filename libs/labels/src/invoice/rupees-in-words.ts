/**
 * Writes an amount in words as Indian invoices do: in crores, lakhs, thousands and hundreds. Takes whole paise, throws RangeError
 * on anything else.
 *
 * @example rupeesInWords(12_345_650) // 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only'
 */
export const rupeesInWords = (paise: number): string => {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`not an amount in paise: ${paise}`);
  const rest = paise % 100;
  const rupees = `Rupees ${inWords((paise - rest) / 100)}`;
  return rest === 0 ? `${rupees} Only` : `${rupees} and ${inWords(rest)} Paise Only`;
};

/** Crores are counted in words themselves: India has none for 10 000 000 crore. */
const scale = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

const inWords = (whole: number): string => {
  if (whole === 0) return 'Zero';
  const words: string[] = [];
  let rest = whole;
  for (const [size, name] of scale) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(inWords(count), name);
    rest %= size;
  }
  if (rest > 0) words.push(belowHundred(rest));
  return words.join(' ');
};

const belowHundred = (whole: number): string => {
  if (whole < 20) return small[whole] ?? '';
  const ten = tens[Math.floor(whole / 10)] ?? '';
  return whole % 10 === 0 ? ten : `${ten}-${small[whole % 10]}`;
};

const small =
  ' One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const tens = '  Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
