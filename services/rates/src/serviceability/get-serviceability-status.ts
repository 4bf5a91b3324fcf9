import { carriers, getServiceabilityStatus } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { maxAgeMsOf } from './max-age.ts';
import { listCarrierNotes, listServiceStatus } from './serviceability.store.ts';

export const getServiceabilityStatusHandler = implement(
  getServiceabilityStatus,
  async ({ db, config, snapshot }: Deps) => {
    const [statuses, notes] = await Promise.all([listServiceStatus(db, maxAgeMsOf(config)), listCarrierNotes(db)]);
    const { couriers, pincodes } = snapshot();
    const refreshed = new Set(config.COURIER_ACCOUNTS.map(({ courier }) => courier));
    return {
      maxAgeDays: config.SERVICEABILITY_MAX_AGE_DAYS,
      refreshPerMinute: config.SERVICEABILITY_CALLS_PER_MINUTE,
      carriers: carriers
        .filter(({ courier }) => couriers[courier] !== undefined)
        .map(({ carrierId, courier }) => {
          const status = statuses.find(({ carrier_id }) => carrier_id === carrierId);
          const note = notes.find(({ carrier_id }) => carrier_id === carrierId);
          return {
            carrierId,
            known: status?.known ?? 0,
            served: status?.served ?? 0,
            unknown: Math.max(0, pincodes.size - (status?.known ?? 0)),
            stale: status?.stale ?? 0,
            isComplete: note?.is_complete ?? false,
            oldestCheckAt: status?.oldest?.toISOString() ?? null,
            newestCheckAt: status?.newest?.toISOString() ?? null,
            isRefreshed: refreshed.has(courier),
            lastFailure:
              note?.last_failure_at == null
                ? null
                : { at: note.last_failure_at.toISOString(), message: note.last_failure ?? '' },
          };
        }),
    };
  },
);
