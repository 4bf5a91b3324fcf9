import { shipmentListLimits } from '@freight/contracts';
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { type ShipmentRow, shipmentColumns, type Tables } from '../tables.ts';
import { allConditions, carriersOf, type ShipmentFilter, singleConditions, statusesOf } from './shipment-filter.ts';
import { containsText, searchShipments } from './shipment-search.store.ts';

const { total: maxTotal, depth: maxOffset } = shipmentListLimits;

/** One page of an organization's shipments, newest first, and how many there are in all. A page past the end is empty. */
export const findShipments = async (
  db: Kysely<Tables>,
  organizationId: string,
  filter: ShipmentFilter,
): Promise<{ rows: ShipmentRow[]; total: number }> => {
  const { search, awb, orderId } = filter;
  // A number finds a handful of shipments, of which the text is read; else the text is what finds them.
  if (search !== undefined && awb === undefined && orderId === undefined) {
    return searchShipments(db, organizationId, filter, search);
  }
  const [rows, total] = await Promise.all([
    findPage(db, organizationId, filter),
    countMatching(db, organizationId, filter),
  ]);
  return { rows, total };
};

/**
 * The page's ids first, from an index alone, and then its rows: what lies before a page is never read. An index has the list's
 * order within one status or one carrier only, so a filter that allows several takes the head of each and merges them.
 */
const findPage = async (db: Kysely<Tables>, organizationId: string, filter: ShipmentFilter): Promise<ShipmentRow[]> => {
  const offset = (filter.page - 1) * filter.limit;
  if (offset > maxOffset) return [];
  const eb = expressionBuilder<Tables, 'shipments'>();
  const newest = (conditions: Expression<SqlBool>[], limit: number, from: number) => sql`
    select id, created_at from shipments
    where organization_id = ${organizationId} ${sql.join(
      conditions.map((one) => sql`and ${one}`),
      sql` `,
    )}
    order by created_at desc, id desc limit ${limit} offset ${from}`;

  const [statuses, carrierIds] = [statusesOf(filter), carriersOf(filter)];
  const others = [...singleConditions(eb, filter), ...searchCondition(organizationId, filter)];
  const merged = (values: string[], condition: Expression<SqlBool>, rest: Expression<SqlBool>[]) => sql`
    select head.id, head.created_at
    from unnest(${values}::text[]) as wanted (value)
    cross join lateral (${newest([condition, ...rest], offset + filter.limit, 0)}) as head
    order by head.created_at desc, head.id desc limit ${filter.limit} offset ${offset}`;
  const page =
    statuses !== undefined
      ? merged(statuses, sql<SqlBool>`status = wanted.value`, [
          ...(carrierIds === undefined ? [] : [sql<SqlBool>`carrier_id = any(${carrierIds})`]),
          ...others,
        ])
      : carrierIds !== undefined
        ? merged(carrierIds, sql<SqlBool>`carrier_id = wanted.value`, others)
        : newest(others, filter.limit, offset);
  const { rows } = await sql<ShipmentRow>`
    with page as materialized (${page})
    select ${sql.join(shipmentColumns.map((column) => sql.ref(`shipments.${column}`)))}
    from page
    join shipments on shipments.organization_id = ${organizationId} and shipments.id = page.id
    order by page.created_at desc, page.id desc`.execute(db);
  return rows;
};

const countMatching = async (db: Kysely<Tables>, organizationId: string, filter: ShipmentFilter): Promise<number> => {
  const counted = await db
    .selectFrom(
      db
        .selectFrom('shipments')
        .select(sql<number>`1`.as('one'))
        .where('organization_id', '=', organizationId)
        .where((eb) => eb.and([...allConditions(eb, filter), ...searchCondition(organizationId, filter)]))
        .limit(maxTotal)
        .as('matching'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return counted.total;
};

const searchCondition = (organizationId: string, { search }: ShipmentFilter): Expression<SqlBool>[] =>
  search === undefined
    ? []
    : [
        sql<SqlBool>`exists (
          select 1 from shipment_search
          where shipment_search.organization_id = ${organizationId} and shipment_id = shipments.id and ${containsText(search)}
        )`,
      ];
