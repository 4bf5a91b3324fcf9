import { courierCodes } from '@freight/contracts';
import { baseConfig } from '@freight/runtime';
import { z } from 'zod';

const defaultReloadMs = 60_000;

export const ratesConfig = baseConfig.extend({
  CONNECTED_COURIERS: z
    .string()
    .default('delhivery,bluedart')
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(courierCodes)).min(1))
    .describe('Couriers with an account, separated by commas; the others are neither quoted nor booked'),
  RATES_RELOAD_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(defaultReloadMs)
    .describe('Rate plans are read again at least this often, beside every announced change, in milliseconds'),
});

export type RatesConfig = z.output<typeof ratesConfig>;
