import { carriers, courierCodes, getCouriersHealth } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { healthWindowMs } from './health-window.ts';

const modes = ['live', 'test'] as const;

export const getCouriersHealthHandler = implement(getCouriersHealth, async ({ health, snapshot }: Deps) => {
  const { couriers: connected } = snapshot();
  return {
    windowSeconds: healthWindowMs / 1_000,
    couriers: courierCodes
      .filter((courier) => connected[courier] !== undefined)
      .flatMap((courier) =>
        modes.map((mode) => {
          const { lastReportAt, ...rest } = health.of(courier, mode);
          const carrierIds = carriers.filter((one) => one.courier === courier).map(({ carrierId }) => carrierId);
          return { courier, carrierIds, mode, ...rest, lastReportAt: lastReportAt?.toISOString() ?? null };
        }),
      ),
  };
});
