import type { ShipmentStatus } from '@freight/contracts';
import { reasonOfWords } from '../reason-words.ts';
import { type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** A status code with the words beside it; the number that a push has instead of words is in no table we know. */
export type XpressbeesCode = { code: string; text: string };

export const meaningOf = ({ code, text }: XpressbeesCode): StatusMeaning & { isKnown: boolean } => {
  if (code === 'UD') return { status: 'DELIVERY_FAILED', ndrReason: reasonOfWords(text), isKnown: true };
  if (code === 'RVPCancelledQCFail') return { status: 'DELIVERY_FAILED', ndrReason: 'QC_FAILED', isKnown: true };
  const status = statuses[code];
  return status === undefined ? { ...unknownMeaning, isKnown: false } : { status, isKnown: true };
};

/** Facts, 3.4 (unverified). */
const statuses: Record<string, ShipmentStatus | null> = {
  DRC: 'LABEL_GENERATED',
  PUC: 'PICKUP_SCHEDULED',
  OFP: 'PICKUP_SCHEDULED',
  PND: 'PICKUP_FAILED',
  PUD: 'PICKED_UP',
  PKD: 'IN_TRANSIT',
  IT: 'IN_TRANSIT',
  RAD: 'IN_TRANSIT',
  OFD: 'OUT_FOR_DELIVERY',
  DLVD: 'DELIVERED',
  LOST: 'LOST',
  STD: 'DAMAGED',
  RTON: 'RTO_INITIATED',
  RTO: 'RTO_INITIATED',
  'RTO-IT': 'RTO_IN_TRANSIT',
  'RTO-OFD': 'RTO_IN_TRANSIT',
  RTD: 'RTO_DELIVERED',
  RPPickupPending: 'PICKUP_SCHEDULED',
  RPOutForPickup: 'PICKUP_SCHEDULED',
  RPPickDone: 'PICKED_UP',
  RPAttemptNotPick: 'PICKUP_FAILED',
  RPCancel: 'CANCELLED',
  // No code is known for a forward shipment that was cancelled; this one stands in.
  CAN: 'CANCELLED',
};
