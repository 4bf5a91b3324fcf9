import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { type StatusMeaning, unknownMeaning } from '../status-table.ts';

/** An event, the way it travels, and the detail code that the summary gives for the newest event. */
export type AmazonCode = { event: string; isReturn: boolean; detail: string };

export const meaningOf = ({ event, isReturn, detail }: AmazonCode): StatusMeaning & { isKnown: boolean } => {
  if (detail === 'Damaged') return { status: 'DAMAGED', isKnown: true };
  const status = (isReturn ? returns : forward)[event];
  if (status === undefined) return { ...unknownMeaning, isKnown: false };
  if (status !== 'DELIVERY_FAILED') return { status, isKnown: true };
  const ndrReason = eventReasons[event] ?? detailReasons[detail] ?? 'OTHER';
  return { status, ndrReason, isKnown: true };
};

const forward: Record<string, ShipmentStatus | null> = {
  ReadyForReceive: 'LABEL_GENERATED',
  PickupDone: 'PICKED_UP',
  Departed: 'IN_TRANSIT',
  ArrivedAtCarrierFacility: 'IN_TRANSIT',
  OutForDelivery: 'OUT_FOR_DELIVERY',
  DeliveryAttempted: 'DELIVERY_FAILED',
  Rejected: 'DELIVERY_FAILED',
  Undeliverable: 'DELIVERY_FAILED',
  RecipientRequestedAlternateDeliveryTiming: 'DELIVERY_FAILED',
  Delivered: 'DELIVERED',
  ReturnInitiated: 'RTO_INITIATED',
  PickupCancelled: 'CANCELLED',
  Lost: 'LOST',
  AvailableForPickup: null,
};

const returns: Record<string, ShipmentStatus | null> = {
  ReturnInitiated: 'RTO_INITIATED',
  PickupDone: 'RTO_IN_TRANSIT',
  Departed: 'RTO_IN_TRANSIT',
  ArrivedAtCarrierFacility: 'RTO_IN_TRANSIT',
  OutForDelivery: 'RTO_IN_TRANSIT',
  DeliveryAttempted: 'RTO_IN_TRANSIT',
  Delivered: 'RTO_DELIVERED',
  Lost: 'LOST',
};

const eventReasons: Record<string, NdrReason> = {
  Rejected: 'CUSTOMER_REFUSED',
  RecipientRequestedAlternateDeliveryTiming: 'RESCHEDULE_REQUESTED',
};

const detailReasons: Record<string, NdrReason> = {
  BusinessClosed: 'CUSTOMER_UNAVAILABLE',
  CustomerUnavailable: 'CUSTOMER_UNAVAILABLE',
  UnableToContactRecipient: 'PHONE_UNREACHABLE',
  PaymentNotReady: 'COD_NOT_READY',
  OtpNotAvailable: 'OTP_NOT_SHARED',
  AddressNotFound: 'ADDRESS_INCOMPLETE',
  UnableToAccess: 'ADDRESS_INCOMPLETE',
  RejectedByRecipientWithVerification: 'CUSTOMER_REFUSED',
  CancelledByRecipient: 'CUSTOMER_REFUSED',
};
