import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { refineReason, type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** What a line of Ekart's tracking says: one of 24 statuses, and beside a failure one of 19 NDR statuses. */
export type EkartCode = { status: string; ndrStatus: string; text: string };

export const meaningOf = ({ status, ndrStatus, text }: EkartCode): StatusMeaning & { isKnown: boolean } => {
  const meaning = statuses[status];
  if (meaning === undefined) return { ...unknownMeaning, isKnown: false };
  // How a failed check at the door is told is not documented; its words are the only sign.
  if (doorStatuses.includes(status) && /\bqc\b|quality check/i.test(text)) {
    return { status: 'DELIVERY_FAILED', ndrReason: 'QC_FAILED', isKnown: true };
  }
  if (meaning !== 'DELIVERY_FAILED') return { status: meaning, isKnown: true };
  const known = ndrReasons[ndrStatus];
  const ndrReason = known ?? refineReason('OTHER', text) ?? 'OTHER';
  return { status: meaning, ndrReason, isKnown: known !== undefined || ndrStatus === '' };
};

const doorStatuses = ['Not Picked', 'Pickup Cancelled'];

const statuses: Record<string, ShipmentStatus | null> = {
  'Order Placed': 'LABEL_GENERATED',
  'Pickup Scheduled': 'PICKUP_SCHEDULED',
  'Pickup Pending': 'PICKUP_SCHEDULED',
  'Out for Pickup': 'PICKUP_SCHEDULED',
  'Not Picked': 'PICKUP_FAILED',
  'Picked Up': 'PICKED_UP',
  'In Transit': 'IN_TRANSIT',
  'Out for Delivery': 'OUT_FOR_DELIVERY',
  Delivered: 'DELIVERED',
  Undelivered: 'DELIVERY_FAILED',
  'Shipment Delayed': null,
  'Not Serviceable': null,
  Cancelled: 'CANCELLED',
  'Seller Cancelled': 'CANCELLED',
  'Pickup Cancelled': 'CANCELLED',
  'RTO Requested': 'RTO_INITIATED',
  'Seller RTO Requested': 'RTO_INITIATED',
  'RTO In Transit': 'RTO_IN_TRANSIT',
  'RTO Out for Delivery': 'RTO_IN_TRANSIT',
  'RTO Delivered': 'RTO_DELIVERED',
  'RTO Failed': null,
  'RTO Shipment Delayed': null,
  Lost: 'LOST',
  Damaged: 'DAMAGED',
};

const ndrReasons: Record<string, NdrReason> = {
  'Customer Unavailable': 'CUSTOMER_UNAVAILABLE',
  'Rejected by Customer': 'CUSTOMER_REFUSED',
  'OTP Verified Cancellation': 'CUSTOMER_REFUSED',
  'Order Already Cancelled': 'CUSTOMER_REFUSED',
  'Delivery Rescheduled': 'RESCHEDULE_REQUESTED',
  'Customer Unreachable': 'PHONE_UNREACHABLE',
  'Address Issue': 'ADDRESS_INCOMPLETE',
  'Payment Issue': 'COD_NOT_READY',
  'Out Of Delivery Area': 'OUT_OF_DELIVERY_AREA',
  'OTP Not Received/OTP Mismatch': 'OTP_NOT_SHARED',
  'Unknown Exception': 'OTHER',
  'Pickup Rescheduled': 'OTHER',
  'Self Collect': 'OTHER',
  'Shipment Seized By Customer': 'OTHER',
  Dispute: 'OTHER',
  'Maximum Attempt Reached': 'OTHER',
  'Not Attempted': 'OTHER',
  'On Hold': 'OTHER',
  'RTO Delivery Failed': 'OTHER',
};
