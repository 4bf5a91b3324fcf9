import { z } from 'zod';
import { courierCodes } from './carriers.ts';
import { defineOperation } from './operation.ts';
import { dateTime } from './wire.ts';

/** Upper ends of the classes in which call durations are counted, in milliseconds; one more class takes what is slower. */
export const latencyBoundsMs = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

/**
 * What the shipments service tells everybody every few seconds of its calls to couriers, under the name `courier-health`. Every
 * replica reports its own calls since its last report, so sums over reports are right and a lost report loses its calls only.
 */
export const courierHealthBroadcast = {
  name: 'courier-health',
  everyMs: 2_000,
  schema: z.object({
    /** The replica that reports. */
    reporter: z.string(),
    couriers: z.array(
      z.object({
        courier: z.enum(courierCodes),
        /** Whose account: live data and test data are carried by different ones. */
        mode: z.enum(['live', 'test']),
        /** Calls since the last report that were answered usably, a refusal included; and those that came to nothing. */
        succeeded: z.int(),
        failed: z.int(),
        durationsMs: z.object({ sum: z.number(), counts: z.array(z.int()).length(latencyBoundsMs.length + 1) }),
        /** True while this replica cuts off calls of the account. */
        isCircuitOpen: z.boolean(),
      }),
    ),
  }),
} as const;
export type CourierHealthReport = z.output<typeof courierHealthBroadcast.schema>;

export const getCouriersHealth = defineOperation({
  name: 'rates.get-couriers-health',
  scope: 'system',
  summary: 'Success rate and latency of each courier account over the last minutes',
  description:
    'Counted from the calls of all shipments replicas. A refusal by the courier is a success here: it was answered. `null` where nothing was called.',
  http: { method: 'GET', path: '/couriers/health', audience: 'operator', tag: 'Couriers' },
  input: z.object({}),
  output: z.object({
    windowSeconds: z.int(),
    couriers: z.array(
      z.object({
        courier: z.enum(courierCodes),
        carrierIds: z.array(z.string()),
        mode: z.enum(['live', 'test']),
        calls: z.int(),
        failures: z.int(),
        successRate: z.number().nullable(),
        meanMs: z.number().nullable(),
        /** At most this for half of the calls, and for 95 of 100; the next class above where it lies between two. */
        p50Ms: z.number().nullable(),
        p95Ms: z.number().nullable(),
        isCircuitOpen: z.boolean(),
        lastReportAt: dateTime.nullable(),
      }),
    ),
  }),
});

export const courierHealthOperations = [getCouriersHealth] as const;
