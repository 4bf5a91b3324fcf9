import type { Runtime } from '@freight/runtime';
import { durationHistogram } from '@freight/telemetry';
import type { RatesConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Tables } from '../tables.ts';
import { createServiceabilityRefresh } from './refresh-serviceability.ts';

const everyMs = 5_000;

/** Calls of the background may be patient. */
const timeoutMs = 15_000;

const courierCalls = durationHistogram('freight_courier_call', {
  description: 'Calls to couriers by courier, operation and outcome',
});

/**
 * Starts the job that asks couriers where they go. The client for it is loaded only here: quotes call nobody.
 *
 * @throws Error when an account has no adapter
 */
export const startServiceabilityRefresh = async (runtime: Runtime<RatesConfig, Tables>, deps: Deps): Promise<void> => {
  const { createCourierCaller, adapterOf } = await import('@freight/couriers');
  const caller = createCourierCaller({
    timeoutMs,
    observe: ({ durationMs, courier, operation, outcome, reason }) =>
      courierCalls(durationMs / 1_000, { courier, operation, outcome, ...(reason === undefined ? {} : { reason }) }),
  });
  runtime.onStop(() => caller.close());
  const couriers = deps.config.COURIER_ACCOUNTS.map((account) => ({ account, adapter: adapterOf(account.courier) }));
  runtime.loop({ name: 'refresh-serviceability', everyMs, run: createServiceabilityRefresh(deps, caller, couriers) });
};
