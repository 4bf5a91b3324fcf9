import { courierAccountsVariable } from '@freight/couriers/account-config';
import { z } from 'zod';
import { documentStorageVariables } from './documents/document-storage.config.ts';

const durationMs = (defaultMs: number) => z.coerce.number().int().min(1).default(defaultMs);

/** What the shipments service reads from its environment, beyond what every service reads. */
export const shipmentsConfig = z.object({
  PUBLIC_BASE_URL: z
    .url()
    .describe('Address under which merchants reach the gateway; label links and presigned links start with it'),
  LINK_SIGNING_KEY: z
    .string()
    .min(32)
    .meta({ isSecret: true })
    .describe('Key that signs presigned document links, at least 32 characters; a new key ends all links given out'),
  COURIER_ACCOUNTS: courierAccountsVariable
    .meta({ isSecret: true })
    .describe('JSON array of live courier accounts: { courier, baseUrl, credentials, settings?, webhookToken? }'),
  COURIER_SANDBOX_ACCOUNTS: courierAccountsVariable
    .meta({ isSecret: true })
    .describe('The same for test data: accounts of the courier sandbox'),
  COURIER_TIMEOUT_MS: durationMs(10_000).describe('Time limit of one call to a courier'),
  BOOKING_SETTLE_AFTER_MS: durationMs(30_000).describe(
    'How long after a booking call without answer "the courier has no such reference" is believed; more than COURIER_TIMEOUT_MS',
  ),
  BOOKING_WATCH_MS: durationMs(24 * 60 * 60 * 1_000).describe(
    'How long a reference that was given up is still looked up, so that a consignment made late is cancelled',
  ),
  BOOKING_RECOVERY_EVERY_MS: durationMs(1_000).describe(
    'How often the recovery loop looks for bookings that stopped half-way',
  ),
  ...documentStorageVariables,
  TRACKING_POLL_EVERY_MS: durationMs(15 * 60 * 1_000).describe(
    'How often a parcel on its way is asked for at its courier, beside what the courier pushes',
  ),
});

export type ShipmentsConfig = z.output<typeof shipmentsConfig>;
