import { keysOf } from './keys-of.ts';

/** Normalised reasons of a non-delivery report (decisions, section 6), and whose fault each is (a courier's delay is no attempt). */
export const ndrReasonTable = {
  CUSTOMER_UNAVAILABLE: { description: 'Customer was not available', causedBy: 'customer' },
  CUSTOMER_REFUSED: { description: 'Customer refused the parcel', causedBy: 'customer' },
  ADDRESS_INCOMPLETE: { description: 'Address is incomplete or wrong', causedBy: 'customer' },
  PHONE_UNREACHABLE: { description: 'Customer could not be reached by phone', causedBy: 'customer' },
  RESCHEDULE_REQUESTED: { description: 'Customer asked for a later date', causedBy: 'customer' },
  COD_NOT_READY: { description: 'Customer did not have the cash ready', causedBy: 'customer' },
  OUT_OF_DELIVERY_AREA: { description: 'Address is outside the delivery area', causedBy: 'courier' },
  OTP_NOT_SHARED: { description: 'Customer did not share the one-time password', causedBy: 'customer' },
  QC_FAILED: { description: 'Quality check at the door failed', causedBy: 'customer' },
  OTHER: { description: 'Other reason', causedBy: 'courier' },
} as const satisfies Record<string, { description: string; causedBy: 'customer' | 'courier' }>;

export type NdrReason = keyof typeof ndrReasonTable;
export const ndrReasons = keysOf(ndrReasonTable);

export const ndrActions = ['REATTEMPT', 'RTO', 'CHANGE_ADDRESS', 'CONTACT_CUSTOMER', 'CANCEL'] as const;
export type NdrAction = (typeof ndrActions)[number];

export const qcStatuses = ['passed', 'fail', 'fail_hub'] as const;
export type QcStatus = (typeof qcStatuses)[number];
