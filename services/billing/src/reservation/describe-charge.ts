import { type InputOf, type Price, type reserveCharge, toInr } from '@freight/contracts';

/**
 * The line of a wallet statement that says why money was taken.
 *
 * @example 'Booking of ORD-1 with delhivery-surface: METRO, 1.5 kg, rate card std-3; freight 100.00 + COD 40.00 + GST 25.20'
 */
export const describeCharge = (
  { freightPaise, codPaise, vasPaise, gstPaise }: Price,
  {
    orderReferenceNumber,
    carrierId,
    zone,
    chargeableWeightGrams,
    rateCardVersion,
  }: InputOf<typeof reserveCharge>['reason'],
): string => {
  const parts = [
    { name: 'freight', amountPaise: freightPaise },
    { name: 'COD', amountPaise: codPaise },
    { name: 'services', amountPaise: vasPaise },
    { name: 'GST', amountPaise: gstPaise },
  ]
    .filter(({ amountPaise }) => amountPaise > 0)
    .map(({ name, amountPaise }) => `${name} ${toInr(amountPaise).toFixed(2)}`);
  const lane = `${zone}, ${chargeableWeightGrams / 1_000} kg, rate card ${rateCardVersion}`;
  return `Booking of ${orderReferenceNumber} with ${carrierId}: ${lane}; ${parts.join(' + ') || 'free of charge'}`;
};
