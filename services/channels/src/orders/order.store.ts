import type { InputOf, listChannelOrders } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { ChannelErrorType, ChannelOrderStatus, Tables } from '../tables.ts';

type Filter = InputOf<typeof listChannelOrders>;
export type OrderRow = Awaited<ReturnType<typeof listOrders>>['rows'][number];

/** One page of orders, newest first, and how many there are in all. */
export const listOrders = async (db: Db<Tables>, organizationId: string, { page, limit, ...filter }: Filter) => {
  const [rows, { total }] = await Promise.all([
    matching(db, organizationId, filter)
      .innerJoin('integrations as store', (join) =>
        join.onRef('store.organization_id', '=', 'one.organization_id').onRef('store.id', '=', 'one.integration_id'),
      )
      .select([
        'one.id',
        'one.external_order_id',
        'one.external_order_number',
        'one.customer_name',
        'one.destination_city',
        'one.destination_pincode',
        'one.payment_mode',
        'one.total_value_paise',
        'one.status',
        'one.shipment_id',
        'one.shipment_status',
        'one.shipment_awb',
        'store.name as integration_name',
        'store.type as integration_type',
      ])
      .orderBy('one.created_at', 'desc')
      .orderBy('one.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching(db, organizationId, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};

const matching = (
  db: Db<Tables>,
  organizationId: string,
  { status, integrationId, errorType }: Omit<Filter, 'page' | 'limit'>,
) =>
  db
    .selectFrom('channel_orders as one')
    .where('one.organization_id', '=', organizationId)
    .$if(status !== undefined, (query) => query.where('one.status', '=', sql.val(status)))
    .$if(integrationId !== undefined, (query) => query.where('one.integration_id', '=', sql.val(integrationId)))
    .$if(errorType !== undefined, (query) => query.where('one.error_type', '=', sql.val(errorType)));

export type OrderCount = { status: ChannelOrderStatus; error_type: ChannelErrorType | null; count: number };

/** How many orders stand where, one row per status and error type that occurs. */
export const countOrders = (db: Db<Tables>, organizationId: string): Promise<OrderCount[]> =>
  db
    .selectFrom('channel_orders')
    .select(['status', 'error_type', ({ fn }) => fn.countAll<number>().as('count')])
    .where('organization_id', '=', organizationId)
    .groupBy(['status', 'error_type'])
    .execute();
