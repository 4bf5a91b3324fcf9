import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { refineReason, type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** A Blue Dart scan: code and group. The same code means different things in different groups (facts, 3.2; unverified). */
export type BlueDartCode = { code: string; group: string; text: string };

export const meaningOf = ({ code, group, text }: BlueDartCode): StatusMeaning & { isKnown: boolean } => {
  const row = rows.find(([theirGroup, theirCode]) => theirGroup === group && theirCode.test(code));
  if (row === undefined) return { ...unknownMeaning, isKnown: false };
  const [, , status, reason] = row;
  const ndrReason = refineReason(reason, text);
  return { status, ...(ndrReason === undefined ? {} : { ndrReason }), isKnown: true };
};

/** S status, T exception at the door, RS status of a return, RT end of a return. */
type Row = readonly [
  group: 'S' | 'T' | 'RS' | 'RT',
  code: RegExp,
  means: ShipmentStatus | null,
  reason?: NdrReason | undefined,
];

const rows: readonly Row[] = [
  ['S', /^001$/, 'PICKED_UP'],
  ['S', /^002$/, 'OUT_FOR_DELIVERY'],
  ['S', /^(003|020|021)$/, 'IN_TRANSIT'],
  ['S', /^016$/, 'PICKUP_FAILED'],
  // No code is known for a waybill made, a pickup registered and a waybill cancelled. These three stand in until the courier's
  // manual names them; they are letters so that they never meet a real code, which is digits.
  ['S', /^SDU$/, 'LABEL_GENERATED'],
  ['S', /^PUR$/, 'PICKUP_SCHEDULED'],
  ['S', /^CAN$/, 'CANCELLED'],
  ['T', /^000$/, 'DELIVERED'],
  ['T', /^(003|013)$/, 'DELIVERY_FAILED', 'CUSTOMER_UNAVAILABLE'],
  ['T', /^(008|009|010)$/, 'DELIVERY_FAILED', 'ADDRESS_INCOMPLETE'],
  ['T', /^011$/, 'DELIVERY_FAILED', 'CUSTOMER_REFUSED'],
  ['T', /^(001|029)$/, 'DELIVERY_FAILED', 'RESCHEDULE_REQUESTED'],
  ['T', /^044$/, 'DELIVERY_FAILED', 'COD_NOT_READY'],
  ['T', /^016$/, 'RTO_INITIATED'],
  ['RT', /^074$/, 'RTO_INITIATED'],
  ['T', /^5\d\d$/, 'PICKUP_FAILED'],
  ['T', /^(025|129|130)$/, 'DAMAGED'],
  ['T', /^(021|070)$/, 'LOST'],
  ['RT', /^(000|188)$/, 'RTO_DELIVERED'],
  ['RS', /^/, 'RTO_IN_TRANSIT'],
];

/** What a failed quality check means, which comes beside the scans and not as a code. */
export const qcFailed: StatusMeaning = { status: 'DELIVERY_FAILED', ndrReason: 'QC_FAILED' };
