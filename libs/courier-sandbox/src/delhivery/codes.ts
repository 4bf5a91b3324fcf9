import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { isPickedUp, type SandboxConsignment, type SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

type Row = readonly [type: string, status: string, nsl: string, instructions: string];

/** Status types, statuses and NSL codes of the portal's webhook page and FAQ. */
const forward: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, Row> = {
  LABEL_GENERATED: ['UD', 'Manifested', 'X-UCI', 'Manifest uploaded'],
  PICKUP_SCHEDULED: ['UD', 'Manifested', 'FMPUR-101', 'Pickup scheduled'],
  PICKUP_FAILED: ['UD', 'Not Picked', 'FMEOD-103', 'Shipment not ready for pickup'],
  PICKED_UP: ['UD', 'In Transit', 'X-PPOM', 'Shipment picked up'],
  IN_TRANSIT: ['UD', 'In Transit', 'X-DLL2F', 'Bag added to trip'],
  OUT_FOR_DELIVERY: ['UD', 'Dispatched', 'X-DDD3FD', 'Out for delivery'],
  DELIVERED: ['DL', 'Delivered', 'EOD-38', 'Delivered to consignee'],
  RTO_INITIATED: ['RT', 'In Transit', 'RT-101', 'Return to origin initiated'],
  RTO_IN_TRANSIT: ['RT', 'In Transit', 'X-DLL2F', 'Bag added to trip'],
  RTO_DELIVERED: ['DL', 'RTO', 'RD-AC', 'Return accepted'],
  LOST: ['LT', 'Lost', 'LT-100', 'Shipment lost'],
  // No status of damage is documented; the sandbox keeps the type of parcels that will not arrive.
  DAMAGED: ['LT', 'Damaged', 'LT-100', 'Shipment damaged'],
  CANCELLED: ['CN', 'Canceled', 'EOD-21', 'Shipment cancelled'],
};

const reverse: Partial<Record<ShipmentStatus, Row>> = {
  LABEL_GENERATED: ['PP', 'Open', 'X-UCI', 'Manifest uploaded'],
  PICKUP_SCHEDULED: ['PP', 'Scheduled', 'FMPUR-101', 'Pickup scheduled'],
  PICKUP_FAILED: ['PP', 'Scheduled', 'EOD-11', 'Consignee unavailable'],
  PICKED_UP: ['PU', 'In Transit', 'EOD-77', 'Pickup completed'],
  IN_TRANSIT: ['PU', 'In Transit', 'X-DLL2F', 'Bag added to trip'],
  OUT_FOR_DELIVERY: ['PU', 'Dispatched', 'X-DDD3FD', 'Out for delivery to client'],
  DELIVERED: ['DL', 'DTO', 'RD-AC', 'Accepted by client'],
  CANCELLED: ['CN', 'Canceled', 'EOD-21', 'Pickup request cancelled'],
};

const failures: Record<NdrReason, readonly [nsl: string, instructions: string]> = {
  CUSTOMER_UNAVAILABLE: ['EOD-11', 'Consignee unavailable'],
  CUSTOMER_REFUSED: ['EOD-6', 'Consignee refused to accept'],
  ADDRESS_INCOMPLETE: ['EOD-74', 'Bad or incomplete address'],
  PHONE_UNREACHABLE: ['EOD-11', 'Consignee phone not reachable'],
  RESCHEDULE_REQUESTED: ['EOD-3', 'Delivery rescheduled by customer'],
  COD_NOT_READY: ['EOD-16', 'Payment not ready'],
  OUT_OF_DELIVERY_AREA: ['EOD-104', 'Out of delivery area'],
  OTP_NOT_SHARED: ['EOD-137', 'Delivery code not shared'],
  QC_FAILED: ['EOD-777', 'Quality check failed'],
  OTHER: ['EOD-86', 'Not attempted'],
};

export const scanCode = (consignment: SandboxConsignment, wish: ScanWish): Pick<SandboxScan, 'code' | 'wire'> => {
  const [type, status, nsl, instructions] = rowOf(consignment, wish);
  return { code: nsl, wire: { type, status, instructions } };
};

const rowOf = (consignment: SandboxConsignment, { status, ndrReason, qc, isBySeller }: ScanWish): Row => {
  if (status === 'DELIVERY_FAILED') {
    const isAtDoor = consignment.isReverse && !isPickedUp(consignment);
    if (qc !== undefined || ndrReason === 'QC_FAILED' || isAtDoor) {
      return ['CN', 'Canceled', 'EOD-777', qc?.remarks || 'Quality check failed'];
    }
    const [nsl, instructions] = failures[ndrReason ?? 'CUSTOMER_UNAVAILABLE'];
    return [consignment.isReverse ? 'PU' : 'UD', 'Pending', nsl, instructions];
  }
  // "If a manifested shipment is canceled before pickup, its status remains Manifested with the status type UD."
  if (status === 'CANCELLED' && isBySeller === true && !consignment.isReverse) {
    return ['UD', 'Manifested', 'X-UCI', 'Shipment has been cancelled by seller'];
  }
  const row = consignment.isReverse ? reverse[status] : undefined;
  return row ?? forward[status === 'CREATED' ? 'LABEL_GENERATED' : status];
};

/** NSL codes after which RE-ATTEMPT is taken, and those after which PICKUP_RESCHEDULE is. */
export const reattemptCodes: readonly string[] = ['74', '15', '104', '43', '86', '11', '69', '6'].map(
  (n) => `EOD-${n}`,
);
export const rescheduleCodes: readonly string[] = ['EOD-777', 'EOD-21'];
