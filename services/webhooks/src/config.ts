import { baseConfig } from '@freight/runtime';
import { z } from 'zod';

export const webhooksConfig = baseConfig
  .extend({
    WEBHOOK_ALLOW_INSECURE_TARGETS: z
      .stringbool()
      .default(false)
      .describe('Development switch: webhook targets may be plain http and loopback'),
    WEBHOOK_MAX_IN_FLIGHT: z.coerce
      .number()
      .int()
      .min(2)
      .max(10_000)
      .default(2_000)
      .describe('Webhook requests of one replica in flight, in all; retries get at most half'),
    WEBHOOK_MAX_IN_FLIGHT_PER_SUBSCRIPTION: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(25)
      .describe('Webhook requests of one replica in flight to one subscription'),
    WEBHOOK_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(15_000)
      .default(15_000)
      .describe('Time for one webhook request in all, in milliseconds; at most the 15 s that merchants are told'),
    WEBHOOK_LEASE_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .default(45_000)
      .describe(
        'What a replica took and did not report for so long is sent by another, in milliseconds; well above the timeout',
      ),
    WEBHOOK_POLL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .default(500)
      .describe('How often a replica looks for retries that have become due, in milliseconds'),
    WEBHOOK_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(4)
      .max(3_650)
      .default(30)
      .describe(
        'Deliveries and their attempts are kept so many days; at least 4, since a delivery may be retried for 3',
      ),
  })
  .refine(({ WEBHOOK_LEASE_MS, WEBHOOK_TIMEOUT_MS }) => WEBHOOK_LEASE_MS >= WEBHOOK_TIMEOUT_MS + 5_000, {
    path: ['WEBHOOK_LEASE_MS'],
    message: 'must be at least WEBHOOK_TIMEOUT_MS + 5000',
  });

export type WebhooksConfig = z.output<typeof webhooksConfig>;
