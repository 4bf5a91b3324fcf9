import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { refineReason, type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** A Delhivery scan: status type (UD, DL, RT, PP, PU, CN, LT), status, and NSL code (facts, 3.1; the FAQ of the portal). */
export type DelhiveryCode = { type: string; status: string; nsl: string; instructions: string };

/**
 * What their scan means for us: the first row that fits. A row names a type, or a type and a status, or an NSL code, or all.
 * `isKnown` is false where only the type and status said it, not the NSL code.
 */
export const meaningOf = (code: DelhiveryCode): StatusMeaning & { isKnown: boolean } => {
  const row = rows.find(
    ([type, status, nsl]) =>
      type === code.type && (status === '*' || status === code.status) && (nsl === '*' || nsl.test(code.nsl)),
  );
  if (row === undefined) return { ...unknownMeaning, isKnown: false };
  const [, , nsl, status, reason] = row;
  const ndrReason = refineReason(reason, code.instructions);
  const isKnown = nsl !== '*' || knownNsl.test(code.nsl) || code.nsl === '';
  return { status, ...(ndrReason === undefined ? {} : { ndrReason }), isKnown };
};

type Row = readonly [type: string, status: string, nsl: RegExp | '*', means: ShipmentStatus | null, reason?: NdrReason];

/** A code whose type and status already say everything. */
const knownNsl =
  /^(X-UCI|X-PPOM|X-(DL|IL)\w*F|X-DDD[1-4]FD|RT-1(01|04|0[7-9]|13)|RD-AC|LT-100|EOD-(3[678]|13[56]|21|77|777))$/;

/** A failed delivery: to the customer (UD), or of a reverse parcel to the merchant (PU). */
const failed = (nsl: RegExp, reason: NdrReason): Row[] =>
  ['UD', 'PU'].map((type) => [type, '*', nsl, 'DELIVERY_FAILED', reason]);

const rows: readonly Row[] = [
  // Forward, on the way out. UD = not delivered yet.
  ['UD', 'Manifested', /^FM(PUR|OFP)-101$/, 'PICKUP_SCHEDULED'],
  ['UD', '*', /^FMOFP-101$/, 'PICKUP_SCHEDULED'],
  ['UD', '*', /^FMEOD-1(0[1-9]|1[0-2])$/, 'PICKUP_FAILED'],
  ['UD', '*', /^(X-PPOM|EOD-77)$/, 'PICKED_UP'],
  ...failed(/^EOD-(74|15)$/, 'ADDRESS_INCOMPLETE'),
  ...failed(/^EOD-11$/, 'CUSTOMER_UNAVAILABLE'),
  ...failed(/^EOD-(6|111)$/, 'CUSTOMER_REFUSED'),
  ...failed(/^EOD-3$/, 'RESCHEDULE_REQUESTED'),
  ...failed(/^EOD-16$/, 'COD_NOT_READY'),
  ...failed(/^EOD-13[78]$/, 'OTP_NOT_SHARED'),
  // Self collect, not attempted, open delivery wanted, and 104 whose meaning is not published.
  ...failed(/^EOD-(43|86|69|104)$/, 'OTHER'),
  ['UD', 'Manifested', '*', 'LABEL_GENERATED'],
  ['UD', 'Not Picked', '*', 'PICKUP_FAILED'],
  ['UD', 'Dispatched', '*', 'OUT_FOR_DELIVERY'],
  ['UD', 'In Transit', '*', 'IN_TRANSIT'],
  // Pending with a code of transit is a parcel that waits in the destination city; with an unknown EOD code it may be anything.
  ['UD', 'Pending', /^(?!EOD-)/, 'IN_TRANSIT'],
  ['DL', 'RTO', '*', 'RTO_DELIVERED'],
  ['DL', 'Delivered', '*', 'DELIVERED'],
  // DTO: a reverse shipment reached the merchant.
  ['DL', 'DTO', '*', 'DELIVERED'],
  // Return to origin.
  ['RT', '*', /^RT-/, 'RTO_INITIATED'],
  ['RT', '*', '*', 'RTO_IN_TRANSIT'],
  // Reverse pickup, before (PP) and after (PU) the customer handed it over.
  ['PP', '*', /^(?:FMEOD|EOD)-/, 'PICKUP_FAILED'],
  ['PP', 'Open', '*', 'LABEL_GENERATED'],
  ['PP', 'Scheduled', '*', 'PICKUP_SCHEDULED'],
  ['PP', 'Dispatched', '*', 'PICKUP_SCHEDULED'],
  ['PU', '*', /^(X-PPOM|EOD-77)$/, 'PICKED_UP'],
  ['PU', 'Dispatched', '*', 'OUT_FOR_DELIVERY'],
  ['PU', 'In Transit', '*', 'IN_TRANSIT'],
  ['PU', 'Pending', '*', 'IN_TRANSIT'],
  ['CN', '*', /^EOD-777$/, 'DELIVERY_FAILED', 'QC_FAILED'],
  ['CN', '*', '*', 'CANCELLED'],
  // There is no published code for damage; LT is the type of parcels that will not arrive.
  ['LT', 'Damaged', '*', 'DAMAGED'],
  ['LT', '*', '*', 'LOST'],
];

/** The only codes after which Delhivery takes RE-ATTEMPT, and those after which it takes PICKUP_RESCHEDULE. */
export const pickupRescheduleCodes: readonly string[] = ['EOD-777', 'EOD-21'];
