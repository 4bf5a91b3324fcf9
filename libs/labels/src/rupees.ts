/**
 * Writes an amount in rupees as India groups digits; paise are left out when there are none. Takes whole paise, throws
 * RangeError on anything else.
 *
 * @example rupees(12_345_650) // '₹1,23,456.50'
 */
export const rupees = (paise: number): string => {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`not an amount in paise: ${paise}`);
  const rest = paise % 100;
  const whole = grouped.format((paise - rest) / 100);
  return rest === 0 ? `₹${whole}` : `₹${whole}.${String(rest).padStart(2, '0')}`;
};

const grouped = new Intl.NumberFormat('en-IN');
