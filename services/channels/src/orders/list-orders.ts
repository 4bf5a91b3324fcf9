import { listChannelOrders, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toOrder } from './order.row.ts';
import { listOrders } from './order.store.ts';

export const listOrdersHandler = implement(listChannelOrders, async ({ db }: Deps, { organizationId }, input) => {
  const { rows, total } = await listOrders(db, organizationId, input);
  return toPage(rows.map(toOrder), total, input);
});
