import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { reasonOfWords } from '../reason-words.ts';
import { refineReason, type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** A `status_id` of tracking or the `event` of a push, with its comment. */
export type ShadowfaxCode = { id: string; comment: string };

export const meaningOf = ({ id, comment }: ShadowfaxCode): StatusMeaning & { isKnown: boolean } => {
  // The delivery centre of the return journey answers to the same code.
  if (id === 'recd_at_fwd_dc' && /\bRTS DC\b/i.test(comment)) return { status: 'RTO_IN_TRANSIT', isKnown: true };
  const status = statuses[id];
  if (status !== undefined) return { status, isKnown: true };
  const reason = failures[id];
  if (reason === undefined) return { ...unknownMeaning, isKnown: false };
  const ndrReason = id === 'on_hold' ? reasonOfWords(comment) : refineReason(reason, comment);
  return { status: 'DELIVERY_FAILED', ndrReason: ndrReason ?? reason, isKnown: true };
};

/** Facts, 3.6. */
const statuses: Record<string, ShipmentStatus | null> = {
  new: 'LABEL_GENERATED',
  assigned_for_pickup: 'PICKUP_SCHEDULED',
  assigned_for_seller_pickup: 'PICKUP_SCHEDULED',
  ofp: 'PICKUP_SCHEDULED',
  seller_initiated_delay: 'PICKUP_FAILED',
  seller_not_contactable: 'PICKUP_FAILED',
  pickup_not_attempted: 'PICKUP_FAILED',
  pickup_on_hold: 'PICKUP_FAILED',
  picked: 'PICKED_UP',
  received_from_client_warehouse: 'PICKED_UP',
  recd_at_rev_hub: 'IN_TRANSIT',
  item_manifested: 'IN_TRANSIT',
  bag_in_transit: 'IN_TRANSIT',
  bag_received: 'IN_TRANSIT',
  bag_received_at_via: 'IN_TRANSIT',
  recd_at_fwd_hub: 'IN_TRANSIT',
  recd_at_fwd_dc: 'IN_TRANSIT',
  assigned_for_delivery: 'IN_TRANSIT',
  ofd: 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
  cancelled_by_seller: 'CANCELLED',
  rts: 'RTO_INITIATED',
  rto: 'RTO_INITIATED',
  rts_in_process: 'RTO_IN_TRANSIT',
  in_transit_return: 'RTO_IN_TRANSIT',
  rts_ofd: 'RTO_IN_TRANSIT',
  rts_nd: 'RTO_IN_TRANSIT',
  rto_nd: 'RTO_IN_TRANSIT',
  rts_d: 'RTO_DELIVERED',
  rto_d: 'RTO_DELIVERED',
  lost: 'LOST',
  // Told, and nothing follows from it for the merchant.
  reopen_ndr: null,
  item_misrouted: null,
  pincode_updated: null,
  qc_failed: null,
};

const failures: Record<string, NdrReason> = {
  cid: 'RESCHEDULE_REQUESTED',
  nc: 'PHONE_UNREACHABLE',
  na: 'OTHER',
  cancelled_by_customer: 'CUSTOMER_REFUSED',
  on_hold: 'OTHER',
};
