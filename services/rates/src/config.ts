import { courierCodes } from '@freight/contracts';
import { courierAccountsVariable } from '@freight/couriers/account-config';
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
  COURIER_ACCOUNTS: courierAccountsVariable
    .meta({ isSecret: true })
    .describe(
      'JSON array of courier accounts that are asked where they go: { courier, baseUrl, credentials, settings? }; without one nobody is asked',
    ),
  SERVICEABILITY_MAX_AGE_DAYS: z.coerce
    .number()
    .positive()
    .max(365)
    .default(30)
    .describe(
      'How old a courier’s answer about a pincode may be before it is asked again and counts as stale, in days',
    ),
  SERVICEABILITY_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(2)
    .max(10_000)
    .default(60)
    .describe(
      'Questions that all replicas together put to one courier in a minute; two a pincode and service, each up to three HTTP calls',
    ),
  SERVICEABILITY_HUB_PINCODE: z
    .string()
    .regex(/^[1-9]\d{5}$/)
    .default('110001')
    .describe('Pincode that every courier serves: the other end of the lanes that are asked for'),
});

export type RatesConfig = z.output<typeof ratesConfig>;
