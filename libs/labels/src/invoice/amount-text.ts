/** As Indian accounts write it, `1,23,456.50`; paise always, so that a column lines up. */
export const amountText = (paise: number): string => grouped.format(paise / 100);
const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
