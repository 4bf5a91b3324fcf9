import type { NdrReason } from '@freight/contracts';

/** Couriers without a code for the reason say it in words; the first row that fits wins, OTHER when none does. */
export const reasonOfWords = (text: string): NdrReason => rows.find(([pattern]) => pattern.test(text))?.[1] ?? 'OTHER';

const rows: readonly [RegExp, NdrReason][] = [
  [/\botp\b|one.?time password/i, 'OTP_NOT_SHARED'],
  [/not attempted|no time|vehicle|weather|strike/i, 'OTHER'],
  [/payment|cash|amount not ready|cod (amount )?not ready/i, 'COD_NOT_READY'],
  [/out of delivery area|restricted|\boda\b|non.?serviceable|not serviceable/i, 'OUT_OF_DELIVERY_AREA'],
  [/not reachable|unreachable|switched off|not contactable|no contact|no response/i, 'PHONE_UNREACHABLE'],
  [/refus|reject|cancelled by customer/i, 'CUSTOMER_REFUSED'],
  [/future|another day|reschedul|later date|wants? .*(day|date)|customer delay/i, 'RESCHEDULE_REQUESTED'],
  [/address|shifted|landmark/i, 'ADDRESS_INCOMPLETE'],
  [/not available|unavailable|door locked|closed|absent/i, 'CUSTOMER_UNAVAILABLE'],
];
