import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

type Row = readonly [event: string, type?: 'RETURNS' | undefined, detail?: string];

const rows: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, Row> = {
  LABEL_GENERATED: ['ReadyForReceive'],
  // There are no events of a planned or a failed pickup.
  PICKUP_SCHEDULED: [''],
  PICKUP_FAILED: [''],
  PICKED_UP: ['PickupDone'],
  IN_TRANSIT: ['Departed'],
  OUT_FOR_DELIVERY: ['OutForDelivery'],
  DELIVERED: ['Delivered'],
  RTO_INITIATED: ['ReturnInitiated', 'RETURNS'],
  RTO_IN_TRANSIT: ['Departed', 'RETURNS'],
  RTO_DELIVERED: ['Delivered', 'RETURNS'],
  LOST: ['Lost'],
  DAMAGED: ['Undeliverable', undefined, 'Damaged'],
  CANCELLED: ['PickupCancelled'],
};

const failures: Record<NdrReason, Row> = {
  CUSTOMER_UNAVAILABLE: ['DeliveryAttempted', undefined, 'CustomerUnavailable'],
  CUSTOMER_REFUSED: ['Rejected', undefined, 'RejectedByRecipientWithVerification'],
  ADDRESS_INCOMPLETE: ['DeliveryAttempted', undefined, 'AddressNotFound'],
  PHONE_UNREACHABLE: ['DeliveryAttempted', undefined, 'UnableToContactRecipient'],
  RESCHEDULE_REQUESTED: ['RecipientRequestedAlternateDeliveryTiming'],
  COD_NOT_READY: ['DeliveryAttempted', undefined, 'PaymentNotReady'],
  OUT_OF_DELIVERY_AREA: ['Undeliverable'],
  OTP_NOT_SHARED: ['DeliveryAttempted', undefined, 'OtpNotAvailable'],
  QC_FAILED: ['DeliveryAttempted'],
  OTHER: ['DeliveryAttempted'],
};

export const scanCode = (
  _consignment: SandboxConsignment,
  { status, ndrReason }: ScanWish,
): Pick<SandboxScan, 'code' | 'wire'> => {
  const [event, type, detail] =
    status === 'DELIVERY_FAILED'
      ? failures[ndrReason ?? 'CUSTOMER_UNAVAILABLE']
      : rows[status === 'CREATED' ? 'LABEL_GENERATED' : status];
  return { code: event, wire: { type: type ?? 'FORWARD', detail: detail ?? '' } };
};
