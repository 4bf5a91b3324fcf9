import type { ShipmentStatus } from '@freight/contracts';
import { reasonOfWords } from '../reason-words.ts';
import { type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** An action code with the remarks beside it, which alone say why a delivery failed. */
export type DtdcCode = { code: string; text: string };

export const meaningOf = ({ code, text }: DtdcCode): StatusMeaning & { isKnown: boolean } => {
  const name = code.toUpperCase();
  if (name === 'NONDLV') return { status: 'DELIVERY_FAILED', ndrReason: reasonOfWords(text), isKnown: true };
  const status = statuses[name];
  return status === undefined ? { ...unknownMeaning, isKnown: false } : { status, isKnown: true };
};

/** Facts, 3.3, and the samples of the tracking document. */
const statuses: Record<string, ShipmentStatus | null> = {
  SPL: 'LABEL_GENERATED',
  PCSC: 'PICKUP_SCHEDULED',
  PCNO: 'PICKUP_FAILED',
  PCUP: 'PICKED_UP',
  // Booked at a branch: the parcel is in DTDC's hands.
  BKD: 'PICKED_UP',
  OBMD: 'IN_TRANSIT',
  IBMD: 'IN_TRANSIT',
  OPMF: 'IN_TRANSIT',
  IPMF: 'IN_TRANSIT',
  OMBM: 'IN_TRANSIT',
  CDOUT: 'IN_TRANSIT',
  CDIN: 'IN_TRANSIT',
  ITD: 'IN_TRANSIT',
  INSCAN: 'IN_TRANSIT',
  OUTDLV: 'OUT_FOR_DELIVERY',
  DLV: 'DELIVERED',
  RTO: 'RTO_INITIATED',
  RETURND: 'RTO_IN_TRANSIT',
  RTODLV: 'RTO_DELIVERED',
  // No code is known for a cancelled consignment; this one stands in.
  CAN: 'CANCELLED',
};
