import { type Carrier, type CarrierId, carriers, type Zone } from '@freight/contracts';
import type { CourierCapabilities } from '@freight/couriers/capabilities';
import type { RatePlan } from '../cards/compile-rate-plan.ts';
import type { AccountMode, HealthWindow } from '../health/health-window.ts';
import { type Consignment, type Priced, priceConsignment } from '../pricing/price-consignment.ts';
import { serviceAt } from '../serviceability/service-at.ts';
import type { ServiceAt } from '../serviceability/service-table.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { classifyZone } from '../zones/classify-zone.ts';
import type { Lane } from '../zones/find-lane.ts';
import type { ZoneRules } from '../zones/zone-rules.ts';

/** A consignment before a card has said which zone its lane is in. */
export type Parcel = Omit<Consignment, 'zone'> & { packageCount: number };

export type Assessment = { carrier: Carrier; outcome: Possible | Out };

/** Serviceable and priced. What is unavailable for the moment is still quoted, as not available. */
export type Possible = {
  kind: 'possible';
  zone: Zone;
  priced: Priced;
  eddDays: number;
  unavailable: 'switched off' | 'circuit open' | null;
};
export type Out = { kind: 'out'; reason: string };

/** What holds for a moment only; a replay of past bookings leaves it out. */
export type Moment = { health: Pick<HealthWindow, 'isCircuitOpen'>; mode: AccountMode };

/**
 * What every carrier would charge for a parcel on a lane, or why it is out of the question. Quotes and allocation both come
 * from here, so a booking charges what was quoted.
 */
export const assessCarriers = (
  snapshot: Snapshot,
  plan: RatePlan | undefined,
  lane: Lane,
  parcel: Parcel,
  moment: Moment | null,
): Assessment[] => {
  const zoneOf = zonesOfLane(lane);
  return carriers.map((carrier) => ({
    carrier,
    outcome: assess(snapshot, plan, lane, parcel, carrier, moment, zoneOf),
  }));
};

type ZoneOf = (rules: ZoneRules) => Zone;

/** Most cards of a plan share its zone rules, so a lane is classified once for all of them. */
const zonesOfLane = ({ pickup, drop }: Lane): ZoneOf => {
  const known = new Map<ZoneRules, Zone>();
  return (rules) => {
    const zone = known.get(rules) ?? classifyZone(rules, pickup, drop);
    known.set(rules, zone);
    return zone;
  };
};

const assess = (
  snapshot: Snapshot,
  plan: RatePlan | undefined,
  lane: Lane,
  parcel: Parcel,
  carrier: Carrier,
  moment: Moment | null,
  zoneOf: ZoneOf,
): Possible | Out => {
  const courier = snapshot.couriers[carrier.courier];
  if (courier === undefined) return out('no account with this courier is connected');
  const lacking = lackingCapability(courier, parcel) ?? lackingService(snapshot, lane, parcel, carrier.carrierId);
  if (lacking !== undefined) return out(lacking);
  const card = plan?.cards.get(carrier.carrierId);
  if (plan === undefined || card === undefined) return out('no price on the rate plan');
  const zone = zoneOf(card.zoneRules);
  const priced = priceConsignment(card, plan.gstBasisPoints, { ...parcel, zone });
  if (priced.kind === 'unpriced') return out(priced.reason);
  const unavailable = moment && unavailableNow(snapshot, carrier, moment);
  return { kind: 'possible', zone, priced, eddDays: card.transitDays[zone], unavailable };
};

const unavailableNow = (
  { switchedOff }: Snapshot,
  { carrierId, courier }: Carrier,
  { health, mode }: Moment,
): Possible['unavailable'] => {
  if (switchedOff.has(carrierId)) return 'switched off';
  return health.isCircuitOpen(courier, mode) ? 'circuit open' : null;
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

/** Goods that go back are collected from the buyer, who is at the pickup; an exchange is delivered and collected at the drop. */
const lackingService = (
  snapshot: Snapshot,
  { pickup, drop }: Lane,
  parcel: Parcel,
  carrierId: CarrierId,
): string | undefined => {
  const from = serviceAt(snapshot, carrierId, pickup.pincode);
  const to = serviceAt(snapshot, carrierId, drop.pincode);
  const isReverse = parcel.shipmentType === 'REVERSE';
  if (isReverse ? !from.reverse : !from.pickup) return `pincode ${pickup.pincode} is not serviceable for pickup`;
  if (!delivers(to)) return `pincode ${drop.pincode} is not serviceable for delivery`;
  if (isReverse && parcel.isQcRequired && !from.qc) return `no quality check at pincode ${pickup.pincode}`;
  if (parcel.shipmentType === 'EXCHANGE' && !to.reverse) return `no reverse pickup at pincode ${drop.pincode}`;
  if (collectsCash(parcel) && !to.cod) return `no cash on delivery at pincode ${drop.pincode}`;
  if (!collectsCash(parcel) && !to.prepaid) return `no prepaid delivery at pincode ${drop.pincode}`;
  return undefined;
};

export const delivers = ({ prepaid, cod }: ServiceAt): boolean => prepaid || cod;
