/** Couriers want the ten digits of an Indian number; a country code, a leading 0, blanks and dashes are taken off. */
export const tenDigits = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return digits.length > 10 ? digits.replace(/^(?:0{0,2}91|0+)(?=\d{10}$)/, '') : digits;
};
