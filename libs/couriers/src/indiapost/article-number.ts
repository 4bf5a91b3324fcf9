const weights = [8, 6, 4, 2, 3, 5, 9, 7] as const;

/**
 * The article number of one place in a range that India Post gave us: two letters, eight digits, a check digit, `IN`.
 *
 * @example toArticleNumber('EB', 12_602_347) // 'EB126023474IN'
 */
export const toArticleNumber = (prefix: string, serial: number): string => {
  const digits = String(serial).padStart(8, '0');
  if (!/^[A-Z]{2}$/.test(prefix) || !/^\d{8}$/.test(digits)) throw new RangeError('an article number has eight digits');
  return `${prefix}${digits}${checkDigitOf(digits)}IN`;
};

/** Well formed, with the right check digit? */
export const isArticleNumber = (text: string): boolean => {
  const [, digits, check] = /^[A-Z]{2}(\d{8})(\d)IN$/.exec(text) ?? [];
  return digits !== undefined && check === checkDigitOf(digits);
};

/** Of the Universal Postal Union: the weighted sum modulo 11; 0 gives 5, 1 gives 0, r gives 11 − r. */
const checkDigitOf = (digits: string): string => {
  const rest = weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11;
  return String(rest === 0 ? 5 : rest === 1 ? 0 : 11 - rest);
};
