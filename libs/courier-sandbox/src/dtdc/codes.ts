import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

type Row = readonly [code: string, action: string];

const rows: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, Row> = {
  LABEL_GENERATED: ['SPL', 'Softdata Upload'],
  PICKUP_SCHEDULED: ['PCSC', 'Pickup Scheduled'],
  PICKUP_FAILED: ['PCNO', 'Pickup Not Done'],
  PICKED_UP: ['PCUP', 'Picked Up'],
  IN_TRANSIT: ['OBMD', 'In Transit'],
  OUT_FOR_DELIVERY: ['OUTDLV', 'Out For Delivery'],
  DELIVERED: ['DLV', 'Delivered'],
  RTO_INITIATED: ['RTO', 'RTO Initiated'],
  RTO_IN_TRANSIT: ['RETURND', 'Consignment Has Returned'],
  RTO_DELIVERED: ['RTODLV', 'RTO Delivered'],
  // No codes of loss and damage are documented.
  LOST: ['HELDUP', 'Heldup'],
  DAMAGED: ['HELDUP', 'Heldup'],
  CANCELLED: ['CAN', 'Cancelled'],
};

/** The reason is free text. */
const remarks: Record<NdrReason, string> = {
  CUSTOMER_UNAVAILABLE: 'PARTY NOT AVAILABLE',
  CUSTOMER_REFUSED: 'REFUSED BY PARTY',
  ADDRESS_INCOMPLETE: 'ADDRESS NOT FOUND',
  PHONE_UNREACHABLE: 'PARTY PHONE NOT REACHABLE',
  RESCHEDULE_REQUESTED: 'PARTY REQUESTED FUTURE DELIVERY',
  COD_NOT_READY: 'COD AMOUNT NOT READY',
  OUT_OF_DELIVERY_AREA: 'OUT OF DELIVERY AREA',
  OTP_NOT_SHARED: 'OTP NOT SHARED',
  QC_FAILED: 'QC FAILED',
  OTHER: 'DELIVERY NOT ATTEMPTED',
};

export const scanCode = (
  _consignment: SandboxConsignment,
  { status, ndrReason }: ScanWish,
): Pick<SandboxScan, 'code' | 'wire'> => {
  if (status === 'DELIVERY_FAILED') {
    return { code: 'NONDLV', wire: { action: 'Not Delivered', remarks: remarks[ndrReason ?? 'CUSTOMER_UNAVAILABLE'] } };
  }
  const [code, action] = rows[status === 'CREATED' ? 'LABEL_GENERATED' : status];
  return { code, wire: { action, remarks: '' } };
};
