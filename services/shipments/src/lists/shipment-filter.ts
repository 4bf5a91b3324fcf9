import {
  type CarrierId,
  carriers,
  findCarrier,
  findCourierByBrand,
  type InputOf,
  type listShipments,
  type ShipmentStatus,
  shipmentStatuses,
  statusesInGroup,
} from '@freight/contracts';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type ShipmentFilter = InputOf<typeof listShipments>;

type Builder = ExpressionBuilder<Tables, 'shipments'>;

/**
 * One condition per filter that is one value or a range of times, beside those of `statusesOf` and `carriersOf`. Values are
 * parameters, so each combination is one prepared statement.
 */
export const singleConditions = (eb: Builder, filter: ShipmentFilter): Expression<SqlBool>[] => {
  const { paymentMode, from, to, awb, orderId, hasAwb } = filter;
  return [
    ...(paymentMode === undefined ? [] : [eb('payment_mode', '=', paymentMode)]),
    ...(from === undefined ? [] : [eb('created_at', '>=', new Date(from))]),
    ...(to === undefined ? [] : [eb('created_at', isDay(to) ? '<' : '<=', endOf(to))]),
    ...(awb === undefined ? [] : [eb('awb_number', '=', awb)]),
    ...(orderId === undefined ? [] : [eb('order_reference_number', '=', orderId)]),
    ...(hasAwb === undefined ? [] : [eb('awb_number', hasAwb === 'yes' ? 'is not' : 'is', null)]),
  ];
};

/** Every condition but the search. */
export const allConditions = (eb: Builder, filter: ShipmentFilter): Expression<SqlBool>[] => {
  const [statuses, carrierIds] = [statusesOf(filter), carriersOf(filter)];
  return [
    ...(statuses === undefined ? [] : [sql<SqlBool>`status = any(${statuses})`]),
    ...(carrierIds === undefined ? [] : [sql<SqlBool>`carrier_id = any(${carrierIds})`]),
    ...singleConditions(eb, filter),
  ];
};

/** The statuses that all filters on it allow together; undefined when there is no such filter. */
export const statusesOf = ({ status, statusGroup, unprocessed }: ShipmentFilter): ShipmentStatus[] | undefined => {
  if (status === undefined && statusGroup === undefined && unprocessed === undefined) return undefined;
  return shipmentStatuses.filter(
    (one) =>
      (status === undefined || one === status) &&
      (statusGroup === undefined || statusesInGroup(statusGroup).includes(one)) &&
      (unprocessed === undefined || (one === 'CREATED') === (unprocessed === 'yes')),
  );
};

/** A rate code or provider form is one carrier, a brand all of its courier's; anything else matches nothing. */
export const carriersOf = ({ carrier: spelling }: ShipmentFilter): CarrierId[] | undefined => {
  if (spelling === undefined) return undefined;
  const carrier = findCarrier(spelling);
  if (carrier !== undefined) return [carrier.carrierId];
  const courier = findCourierByBrand(spelling);
  return carriers.filter((one) => one.courier === courier).map((one) => one.carrierId);
};

const isDay = (value: string): boolean => !value.includes('T');

/** `to` is inclusive: a day ends where the next begins. Days are UTC, as all times of the API. */
const endOf = (value: string): Date => {
  const end = new Date(value);
  if (isDay(value)) end.setUTCDate(end.getUTCDate() + 1);
  return end;
};
