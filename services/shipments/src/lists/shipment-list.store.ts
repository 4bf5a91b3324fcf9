import {
  type CarrierId,
  carriers,
  findCarrier,
  findCourierByBrand,
  type InputOf,
  type listShipments,
  statusesInGroup,
} from '@freight/contracts';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { type ShipmentRow, shipmentColumns, type Tables } from '../tables.ts';

export type ShipmentFilter = InputOf<typeof listShipments>;

/** One page of an organization's shipments, newest first, and how many there are in all. A page past the end is empty. */
export const findShipments = async (
  db: Kysely<Tables>,
  organizationId: string,
  filter: ShipmentFilter,
): Promise<{ rows: ShipmentRow[]; total: number }> => {
  const matching = db
    .selectFrom('shipments')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.and(conditions(eb, filter)));
  const [rows, count] = await Promise.all([
    matching
      .select(shipmentColumns)
      // The id breaks ties of one millisecond, so that no row is on two pages.
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .offset((filter.page - 1) * filter.limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
};

type Builder = ExpressionBuilder<Tables, 'shipments'>;

/** One condition per filter that is present. Values are parameters, so each combination is one prepared statement. */
const conditions = (eb: Builder, filter: ShipmentFilter): Expression<SqlBool>[] => {
  const { status, statusGroup, paymentMode, carrier, search, from, to, awb, orderId, hasAwb, unprocessed } = filter;
  return [
    ...(status === undefined ? [] : [eb('status', '=', status)]),
    ...(statusGroup === undefined ? [] : [sql<SqlBool>`status = any(${statusesInGroup(statusGroup)})`]),
    ...(paymentMode === undefined ? [] : [eb('payment_mode', '=', paymentMode)]),
    ...(carrier === undefined ? [] : [sql<SqlBool>`carrier_id = any(${carrierIdsOf(carrier)})`]),
    ...(search === undefined ? [] : [matchesText(search)]),
    ...(from === undefined ? [] : [eb('created_at', '>=', new Date(from))]),
    ...(to === undefined ? [] : [eb('created_at', isDay(to) ? '<' : '<=', endOf(to))]),
    ...(awb === undefined ? [] : [eb('awb_number', '=', awb)]),
    ...(orderId === undefined ? [] : [eb('order_reference_number', '=', orderId)]),
    ...(hasAwb === undefined ? [] : [eb('awb_number', hasAwb === 'yes' ? 'is not' : 'is', null)]),
    ...(unprocessed === undefined ? [] : [eb('status', unprocessed === 'yes' ? '=' : '<>', 'CREATED')]),
  ];
};

/** A rate code or provider form is one carrier, a brand all of its courier's; anything else matches nothing. */
const carrierIdsOf = (spelling: string): CarrierId[] => {
  const carrier = findCarrier(spelling);
  if (carrier !== undefined) return [carrier.carrierId];
  const courier = findCourierByBrand(spelling);
  return carriers.filter((one) => one.courier === courier).map((one) => one.carrierId);
};

/** Substring in any case; `%` and `_` in the text mean themselves. */
const matchesText = (text: string) => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`(
    shipment_number ilike ${pattern} or awb_number ilike ${pattern} or order_reference_number ilike ${pattern}
    or channel_order_id ilike ${pattern} or drop_to ->> 'name' ilike ${pattern} or drop_to ->> 'phone' ilike ${pattern}
  )`;
};

const isDay = (value: string): boolean => !value.includes('T');

/** `to` is inclusive: a day ends where the next begins. Days are UTC, as all times of the API. */
const endOf = (value: string): Date => {
  const end = new Date(value);
  if (isDay(value)) end.setUTCDate(end.getUTCDate() + 1);
  return end;
};
