import { baseConfig } from '@freight/runtime';
import { z } from 'zod';

export const billingConfig = baseConfig.extend({
  WEIGHT_DISPUTE_DAYS: z.coerce
    .number()
    .min(0)
    .max(90)
    .default(7)
    .describe('Days in which a merchant may accept or dispute a courier’s weight before the difference is taken'),
  WEIGHT_DEADLINE_CHECK_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(60_000)
    .describe('How often weight discrepancies without an answer are looked for, in milliseconds'),
});
export type BillingConfig = z.output<typeof billingConfig>;
