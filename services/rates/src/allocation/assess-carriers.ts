import { type Carrier, type CarrierId, carriers, type Zone } from '@freight/contracts';
import type { CourierCapabilities } from '@freight/couriers/capabilities';
import type { RateCard, RatePlan } from '../cards/compile-rate-plan.ts';
import { type Consignment, type Priced, priceConsignment } from '../pricing/price-consignment.ts';
import { serviceAt } from '../serviceability/service-areas.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { classifyZone } from '../zones/classify-zone.ts';
import type { Lane } from '../zones/find-lane.ts';

/** A consignment before a card has said which zone its lane is in. */
export type Parcel = Omit<Consignment, 'zone'> & { packageCount: number };

export type Assessment = { carrier: Carrier; outcome: Possible | Out };

/** Serviceable and priced. A carrier that is switched off is still quoted, as not available. */
export type Possible = { kind: 'possible'; zone: Zone; priced: Priced; eddDays: number; isSwitchedOn: boolean };
export type Out = { kind: 'out'; reason: string };

/**
 * What every carrier would charge for a parcel on a lane, or why it is out of the question. Quotes and allocation both come
 * from here, so a booking charges what was quoted.
 */
export const assessCarriers = (
  snapshot: Snapshot,
  plan: RatePlan | undefined,
  lane: Lane,
  parcel: Parcel,
): Assessment[] => carriers.map((carrier) => ({ carrier, outcome: assess(snapshot, plan, lane, parcel, carrier) }));

const assess = (
  snapshot: Snapshot,
  plan: RatePlan | undefined,
  lane: Lane,
  parcel: Parcel,
  carrier: Carrier,
): Possible | Out => {
  const courier = snapshot.couriers[carrier.courier];
  if (courier === undefined) return out('no account with this courier is connected');
  const lacking = lackingCapability(courier, parcel) ?? lackingService(snapshot, lane, parcel, carrier.carrierId);
  if (lacking !== undefined) return out(lacking);
  const card = plan?.cards.get(carrier.carrierId);
  if (plan === undefined || card === undefined) return out('no price on the rate plan');
  return priceOn(card, plan, lane, parcel, !snapshot.switchedOff.has(carrier.carrierId));
};

const priceOn = (
  card: RateCard,
  plan: RatePlan,
  { pickup, drop }: Lane,
  parcel: Parcel,
  isSwitchedOn: boolean,
): Possible | Out => {
  const zone = classifyZone(card.zoneRules, pickup, drop);
  const priced = priceConsignment(card, plan.gstBasisPoints, { ...parcel, zone });
  if (priced.kind === 'unpriced') return out(priced.reason);
  return { kind: 'possible', zone, priced, eddDays: card.transitDays[zone], isSwitchedOn };
};

const out = (reason: string): Out => ({ kind: 'out', reason });

const collectsCash = ({ paymentMode, shipmentType }: Parcel): boolean =>
  paymentMode === 'COD' && shipmentType !== 'REVERSE';

const lackingCapability = (courier: CourierCapabilities, parcel: Parcel): string | undefined => {
  const { shipmentType, isQcRequired, packageCount, codAmountPaise } = parcel;
  if (shipmentType === 'REVERSE' && !courier.reverse) return 'no reverse pickup';
  if (shipmentType === 'REVERSE' && isQcRequired && courier.reverseQc === null) return 'no quality check at the door';
  if (shipmentType === 'EXCHANGE' && !courier.exchange) return 'no exchange';
  if (packageCount > 1 && !courier.multiPackage) return 'no shipment of several packages';
  if (collectsCash(parcel) && courier.codLimitPaise !== null && codAmountPaise > courier.codLimitPaise) {
    return `COD amount is over the limit of ₹${courier.codLimitPaise / 100}`;
  }
  return undefined;
};

const lackingService = (
  { serviceAreas }: Snapshot,
  { pickup, drop }: Lane,
  parcel: Parcel,
  carrierId: CarrierId,
): string | undefined => {
  const from = serviceAt(serviceAreas, carrierId, pickup.pincode);
  const to = serviceAt(serviceAreas, carrierId, drop.pincode);
  if (!from.isServed) return `pincode ${pickup.pincode} is not serviceable for pickup`;
  if (!to.isServed) return `pincode ${drop.pincode} is not serviceable for delivery`;
  if (collectsCash(parcel) && !to.takesCash) return `no cash on delivery at pincode ${drop.pincode}`;
  return undefined;
};
