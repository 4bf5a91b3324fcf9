import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

type Row = readonly [id: string, status: string, remarks: string];

const rows: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, Row> = {
  LABEL_GENERATED: ['new', 'New', 'Order created'],
  PICKUP_SCHEDULED: ['assigned_for_seller_pickup', 'Assigned for pickup', 'Rider assigned'],
  PICKUP_FAILED: ['seller_not_contactable', 'Seller not contactable', 'Seller did not answer'],
  PICKED_UP: ['picked', 'Picked', 'Picked from seller'],
  IN_TRANSIT: ['bag_in_transit', 'In transit', 'Bag in transit'],
  OUT_FOR_DELIVERY: ['ofd', 'Out for delivery', 'Out for delivery'],
  DELIVERED: ['delivered', 'Delivered', 'Delivered to customer'],
  RTO_INITIATED: ['rts', 'Return to seller', 'Return marked'],
  // The delivery centre of the return has the code of the forward one; only the comment tells.
  RTO_IN_TRANSIT: ['recd_at_fwd_dc', 'Received at DC', 'Received at RTS DC'],
  RTO_DELIVERED: ['rts_d', 'Returned to client', 'Returned to seller'],
  LOST: ['lost', 'Lost', 'Shipment lost'],
  // No code of damage is documented.
  DAMAGED: ['item_misrouted', 'Misrouted', 'Shipment damaged'],
  CANCELLED: ['cancelled_by_seller', 'Cancelled by seller', 'Cancelled'],
};

const failures: Record<NdrReason, Row> = {
  CUSTOMER_UNAVAILABLE: ['on_hold', 'On hold', 'Customer not available'],
  CUSTOMER_REFUSED: ['cancelled_by_customer', 'Cancelled by customer', 'Customer refused'],
  ADDRESS_INCOMPLETE: ['on_hold', 'On hold', 'Address mismatch'],
  PHONE_UNREACHABLE: ['nc', 'Not contactable', 'No contact'],
  RESCHEDULE_REQUESTED: ['cid', 'Customer initiated delay', 'Customer wants another day'],
  COD_NOT_READY: ['on_hold', 'On hold', 'Payment issue'],
  OUT_OF_DELIVERY_AREA: ['on_hold', 'On hold', 'Restricted area'],
  OTP_NOT_SHARED: ['on_hold', 'On hold', 'OTP not shared'],
  QC_FAILED: ['on_hold', 'On hold', 'QC failed'],
  OTHER: ['na', 'Not attempted', 'Not attempted'],
};

export const scanCode = (
  _consignment: SandboxConsignment,
  { status, ndrReason }: ScanWish,
): Pick<SandboxScan, 'code' | 'wire'> => {
  const [id, words, remarks] =
    status === 'DELIVERY_FAILED'
      ? failures[ndrReason ?? 'CUSTOMER_UNAVAILABLE']
      : rows[status === 'CREATED' ? 'LABEL_GENERATED' : status];
  return { code: id, wire: { status: words, remarks } };
};
