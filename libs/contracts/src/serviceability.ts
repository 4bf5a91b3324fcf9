import { z } from 'zod';
import { carriers } from './carriers.ts';
import { defineOperation } from './operation.ts';
import { dateTime, text } from './wire.ts';

const tag = 'Couriers';
const carrierId = z.enum(carriers.map((carrier) => carrier.carrierId));

export const importServiceability = defineOperation({
  name: 'rates.import-serviceability',
  scope: 'system',
  summary: 'Load where one carrier delivers and collects',
  description:
    'CSV with the columns `pincode, prepaid, cod, pickup, reverse, qc`, in any order; a flag is Y or N (also yes/no, true/false, 1/0), and an empty one is N. With `isComplete` a pincode that is not in the file is not served; without, the rest stays as it is.',
  http: { method: 'POST', path: '/serviceability/imports', audience: 'operator', tag, status: 201 },
  input: z.object({
    carrierId,
    csv: z.string().min(1).max(1_000_000),
    isComplete: z.boolean().default(false),
  }),
  output: z.object({ carrierId: z.string(), pincodes: z.int(), served: z.int(), importedAt: dateTime }),
  timeoutMs: 30_000,
});

const carrierStatus = z.object({
  carrierId: z.string(),
  /** Pincodes of which the carrier, or a file, said what it does there; of the others nothing is known. */
  known: z.int(),
  served: z.int(),
  unknown: z.int(),
  /** Known, but longer ago than `maxAgeDays`. */
  stale: z.int(),
  isComplete: z.boolean(),
  oldestCheckAt: dateTime.nullable(),
  newestCheckAt: dateTime.nullable(),
  isRefreshed: z.boolean(),
  lastFailure: z.object({ at: dateTime, message: text() }).nullable(),
});

export const getServiceabilityStatus = defineOperation({
  name: 'rates.get-serviceability-status',
  scope: 'system',
  summary: 'How much is known of where each carrier goes, and how old it is',
  http: { method: 'GET', path: '/serviceability/status', audience: 'operator', tag },
  input: z.object({}),
  output: z.object({ maxAgeDays: z.number(), refreshPerMinute: z.int(), carriers: z.array(carrierStatus) }),
});

const carrierSwitch = z.object({
  carrierId: z.string(),
  courier: z.string(),
  serviceType: z.string(),
  isConnected: z.boolean(),
  isEnabled: z.boolean(),
});

export const listCourierAccounts = defineOperation({
  name: 'rates.list-courier-accounts',
  scope: 'system',
  summary: 'The twelve carriers: which have an account, which are switched on',
  http: { method: 'GET', path: '/courier-accounts', audience: 'operator', tag },
  input: z.object({}),
  output: z.array(carrierSwitch),
});

export const patchCourierAccount = defineOperation({
  name: 'rates.patch-courier-account',
  scope: 'system',
  summary: 'Switch a carrier on or off: off, it is quoted as not available and not booked',
  http: { method: 'PATCH', path: '/courier-accounts/{carrierId}', audience: 'operator', tag },
  input: z.object({ carrierId: text(100), isEnabled: z.boolean().optional() }),
  output: carrierSwitch,
  errors: ['NOT_FOUND'],
});

export const serviceabilityOperations = [
  importServiceability,
  getServiceabilityStatus,
  listCourierAccounts,
  patchCourierAccount,
] as const;
