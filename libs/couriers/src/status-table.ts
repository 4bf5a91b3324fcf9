import type { NdrReason, ShipmentStatus } from '@freight/contracts';

/** What one of a courier's codes means for us. `status: null` = known, and changes nothing. */
export type StatusMeaning = { status: ShipmentStatus | null; ndrReason?: NdrReason };

/** What a code that is in no table means: nothing, until somebody adds it. */
export const unknownMeaning: StatusMeaning = { status: null };

/** Free text says more than a wide code: the first row that fits replaces the reason of a failed delivery. */
const reasonByText: readonly [RegExp, NdrReason][] = [
  [/\botp\b|one.?time password/i, 'OTP_NOT_SHARED'],
  [/not attempted|no time|vehicle|weather|strike/i, 'OTHER'],
  [/not reachable|unreachable|switched off|not contactable|no response on call|phone/i, 'PHONE_UNREACHABLE'],
  [/out of delivery area|outside.*area|\boda\b|non.?serviceable/i, 'OUT_OF_DELIVERY_AREA'],
];

export const refineReason = (reason: NdrReason | undefined, text: string): NdrReason | undefined =>
  reason === undefined ? undefined : (reasonByText.find(([pattern]) => pattern.test(text))?.[1] ?? reason);
