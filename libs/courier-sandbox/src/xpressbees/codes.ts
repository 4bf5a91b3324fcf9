import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { isPickedUp, type SandboxConsignment, type SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

type Row = readonly [code: string, message: string];

const rows: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, Row> = {
  LABEL_GENERATED: ['DRC', 'Data Received'],
  PICKUP_SCHEDULED: ['OFP', 'Out For Pickup'],
  PICKUP_FAILED: ['PND', 'Pickup Not Done'],
  PICKED_UP: ['PUD', 'Pickup Done'],
  IN_TRANSIT: ['IT', 'InTransit'],
  OUT_FOR_DELIVERY: ['OFD', 'Out For Delivery'],
  DELIVERED: ['DLVD', 'Delivered'],
  RTO_INITIATED: ['RTON', 'RTO Notified'],
  RTO_IN_TRANSIT: ['RTO-IT', 'RTO InTransit'],
  RTO_DELIVERED: ['RTD', 'RTO Delivered'],
  LOST: ['LOST', 'Lost'],
  DAMAGED: ['STD', 'Shipment Damaged'],
  // No code of a cancelled forward shipment is known.
  CANCELLED: ['CAN', 'Cancelled'],
};

const reverse: Partial<Record<ShipmentStatus, Row>> = {
  PICKUP_SCHEDULED: ['RPOutForPickup', 'Out For Pickup'],
  PICKUP_FAILED: ['RPAttemptNotPick', 'Attempted, Not Picked'],
  PICKED_UP: ['RPPickDone', 'Pickup Done'],
  CANCELLED: ['RPCancel', 'Reverse Pickup Cancelled'],
};

/** The reason as a number, which the push has, and in words, which tracking has. Numbers of the sandbox's own. */
const failures: Record<NdrReason, readonly [number: string, message: string]> = {
  CUSTOMER_UNAVAILABLE: ['1', 'Customer Not Available'],
  CUSTOMER_REFUSED: ['2', 'Customer Refused to Accept'],
  ADDRESS_INCOMPLETE: ['3', 'Address Incomplete'],
  PHONE_UNREACHABLE: ['4', 'Customer Not Reachable'],
  RESCHEDULE_REQUESTED: ['5', 'Future Delivery Requested'],
  COD_NOT_READY: ['6', 'COD Amount Not Ready'],
  OUT_OF_DELIVERY_AREA: ['7', 'Out of Delivery Area'],
  OTP_NOT_SHARED: ['8', 'OTP Not Shared'],
  QC_FAILED: ['9', 'QC Failed'],
  OTHER: ['10', 'Delivery Not Attempted'],
};

export const scanCode = (consignment: SandboxConsignment, wish: ScanWish): Pick<SandboxScan, 'code' | 'wire'> => {
  const { status, ndrReason, qc } = wish;
  if (status === 'DELIVERY_FAILED') {
    const isAtDoor = consignment.isReverse && !isPickedUp(consignment);
    if (qc !== undefined || isAtDoor) return line('RVPCancelledQCFail', qc?.remarks || 'QC Failed');
    const [number, message] = failures[ndrReason ?? 'CUSTOMER_UNAVAILABLE'];
    return line('UD', message, number);
  }
  const row = consignment.isReverse ? reverse[status] : undefined;
  return line(...(row ?? rows[status === 'CREATED' ? 'LABEL_GENERATED' : status]));
};

const line = (code: string, message: string, remarks = message): Pick<SandboxScan, 'code' | 'wire'> => ({
  code,
  wire: { message, remarks },
});
