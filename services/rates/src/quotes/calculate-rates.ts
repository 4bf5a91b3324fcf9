import { calculateRates, type InputOf, type RateQuote, toInr, toPaise } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { type Assessment, assessCarriers, type Parcel } from '../allocation/assess-carriers.ts';
import { modeOf } from '../allocation/rank-lane.ts';
import type { Deps } from '../deps.ts';
import { ratePlanOf } from '../snapshot/snapshot.ts';
import { findLane } from '../zones/find-lane.ts';

export const calculateRatesHandler = implement(
  calculateRates,
  async ({ snapshot, health, now }: Deps, { organizationId }, input) => {
    const current = snapshot();
    const lane = findLane(
      current.pincodes,
      { field: 'pickupPincode', pincode: input.pickupPincode },
      { field: 'dropPincode', pincode: input.dropPincode },
    );
    const plan = ratePlanOf(current, organizationId, now());
    const moment = { health, mode: modeOf(organizationId) };
    return assessCarriers(current, plan, lane, toParcel(input), moment)
      .flatMap(toQuote)
      .toSorted(availableThenCheapest);
  },
);

const toParcel = (input: InputOf<typeof calculateRates>): Parcel => ({
  shipmentType: input.shipmentType,
  paymentMode: input.paymentMode,
  isQcRequired: input.isQcRequired ?? false,
  invoiceValuePaise: toPaise(input.invoiceValue ?? 0),
  // A rate request has no COD amount of its own: what is collected at the door is the value of the invoice.
  codAmountPaise: toPaise(input.invoiceValue ?? 0),
  actualGrams: input.weightGrams,
  // Two lengths make no volume; without all three the weight alone counts.
  volumeCm3: (input.lengthCm ?? 0) * (input.breadthCm ?? 0) * (input.heightCm ?? 0),
  vasServiceIds: [],
  optionalServiceIds: [],
  packageCount: 1,
});

const toQuote = ({ carrier, outcome }: Assessment): RateQuote[] => {
  if (outcome.kind === 'out') return [];
  const { zone, priced, eddDays, unavailable } = outcome;
  return [
    {
      courier: carrier.displayName,
      brand: carrier.brand,
      carrierId: carrier.carrierId,
      serviceType: carrier.service.toUpperCase(),
      zone,
      chargeableWeightGrams: priced.chargeableWeightGrams,
      baseRate: toInr(priced.basePaise),
      freightCharge: toInr(priced.price.freightPaise),
      codCharge: toInr(priced.price.codPaise),
      gstAmount: toInr(priced.price.gstPaise),
      totalCharge: toInr(priced.price.totalPaise),
      eddDays,
      isAvailable: unavailable === null,
    },
  ];
};

/** The order in which booking would try them, so that the first quote is what an automatic booking costs. */
const availableThenCheapest = (a: RateQuote, b: RateQuote): number =>
  Number(b.isAvailable) - Number(a.isAvailable) ||
  a.totalCharge - b.totalCharge ||
  a.eddDays - b.eddDays ||
  a.carrierId.localeCompare(b.carrierId, 'en');
