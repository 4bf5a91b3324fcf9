import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { isPickedUp, type SandboxConsignment, type SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

/** Statuses of the OpenAPI document (`swift_status`), with a description each. */
const rows: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, readonly [status: string, desc: string]> = {
  LABEL_GENERATED: ['Order Placed', 'Shipment created'],
  PICKUP_SCHEDULED: ['Pickup Scheduled', 'Pickup scheduled'],
  PICKUP_FAILED: ['Not Picked', 'Seller not ready'],
  PICKED_UP: ['Picked Up', 'Shipment picked up'],
  IN_TRANSIT: ['In Transit', 'Shipment in transit'],
  OUT_FOR_DELIVERY: ['Out for Delivery', 'Out for delivery'],
  DELIVERED: ['Delivered', 'Delivered Successfully'],
  RTO_INITIATED: ['RTO Requested', 'Return requested'],
  RTO_IN_TRANSIT: ['RTO In Transit', 'Return in transit'],
  RTO_DELIVERED: ['RTO Delivered', 'Returned to seller'],
  LOST: ['Lost', 'Shipment lost'],
  DAMAGED: ['Damaged', 'Shipment damaged'],
  CANCELLED: ['Cancelled', 'Shipment cancelled'],
};

/** `swift_ndr_status`. */
const failures: Record<NdrReason, readonly [ndrStatus: string, desc: string]> = {
  CUSTOMER_UNAVAILABLE: ['Customer Unavailable', 'Customer not available'],
  CUSTOMER_REFUSED: ['Rejected by Customer', 'Customer rejected the shipment'],
  ADDRESS_INCOMPLETE: ['Address Issue', 'Address incomplete'],
  PHONE_UNREACHABLE: ['Customer Unreachable', 'Customer not reachable'],
  RESCHEDULE_REQUESTED: ['Delivery Rescheduled', 'Customer asked for another day'],
  COD_NOT_READY: ['Payment Issue', 'Amount not ready'],
  OUT_OF_DELIVERY_AREA: ['Out Of Delivery Area', 'Address out of delivery area'],
  OTP_NOT_SHARED: ['OTP Not Received/OTP Mismatch', 'OTP mismatch'],
  QC_FAILED: ['', 'QC failed'],
  OTHER: ['Not Attempted', 'Delivery not attempted'],
};

export const scanCode = (consignment: SandboxConsignment, wish: ScanWish): Pick<SandboxScan, 'code' | 'wire'> => {
  const { status, ndrReason, qc, isBySeller } = wish;
  if (status === 'DELIVERY_FAILED') {
    const isAtDoor = consignment.isReverse && !isPickedUp(consignment);
    // No status of a failed check is documented: the pickup is cancelled and the description says why.
    if (qc !== undefined || ndrReason === 'QC_FAILED' || isAtDoor) {
      return row('Pickup Cancelled', `QC failed: ${qc?.remarks || 'product mismatch'}`);
    }
    const [ndrStatus, desc] = failures[ndrReason ?? 'CUSTOMER_UNAVAILABLE'];
    return row('Undelivered', desc, ndrStatus);
  }
  if (status === 'CANCELLED' && isBySeller === true) return row('Seller Cancelled', 'Cancelled by seller');
  if (status === 'RTO_INITIATED' && isBySeller === true) return row('Seller RTO Requested', 'Return asked by seller');
  return row(...rows[status === 'CREATED' ? 'LABEL_GENERATED' : status]);
};

const row = (status: string, desc: string, ndrStatus = ''): Pick<SandboxScan, 'code' | 'wire'> => ({
  code: status,
  wire: { status, desc, ndrStatus },
});
