import { channelErrorTypes, channelOrderStats, channelOrderStatuses } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { countOrders } from './order.store.ts';

export const orderStatsHandler = implement(channelOrderStats, async ({ db }: Deps, { organizationId }) => {
  const counts = await countOrders(db, organizationId);
  const sum = (matches: (row: (typeof counts)[number]) => boolean): number =>
    counts.filter(matches).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(() => true),
    // Every status and type is named, so that a reader need not tell "none" from "not known".
    byStatus: Object.fromEntries(channelOrderStatuses.map((status) => [status, sum((row) => row.status === status)])),
    byErrorType: Object.fromEntries(channelErrorTypes.map((type) => [type, sum((row) => row.error_type === type)])),
  };
});
