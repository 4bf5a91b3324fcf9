import { cloudEvent, eventSubject, type ShipmentStatus, shipmentChanged, shipmentEventName } from '@freight/contracts';
import type { EventHandler } from '@freight/runtime';
import { chargeReturn } from './charges/charge-return.ts';
import { accrueCod } from './cod/accrue-cod.ts';
import { settleReservation } from './reservation/settle-reservation.ts';
import type { Tables } from './tables.ts';

/** Statuses that mean something for money. */
const moneyStatuses = [
  'LABEL_GENERATED',
  'CANCELLED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERY_FAILED',
  'DELIVERED',
  'RTO_INITIATED',
  'RTO_IN_TRANSIT',
  'RTO_DELIVERED',
] as const satisfies ShipmentStatus[];

/** Their events, of all organizations. */
export const shipmentSubjects = moneyStatuses.map((status) =>
  eventSubject(shipmentChanged.aggregate, '*', shipmentEventName(status)),
);

const shipmentEvent = cloudEvent(shipmentChanged.data);

/** Does what a status change of a shipment means for the ledger, in the transaction that remembers the event. */
export const applyShipmentEvent: EventHandler<Tables> = async (trx, event) => {
  const { organizationid: organizationId, version, data } = shipmentEvent.parse(event);
  const { attemptId } = data;
  // A draft never cost anything.
  if (attemptId === null) return;
  await settleReservation(trx, organizationId, { ...data, attemptId });
  const isReturning = turnOf(data.status, data.previousStatus);
  if (isReturning !== undefined) await chargeReturn(trx, organizationId, { attemptId, version, isReturning });
  await accrueCod(trx, organizationId, { ...data, attemptId, version });
};

/** Does the parcel go back? A scan may skip RTO_INITIATED; only out of RTO_INITIATED is a return withdrawn. */
const turnOf = (status: ShipmentStatus, previousStatus: ShipmentStatus | null): boolean | undefined => {
  if (status === 'RTO_INITIATED' || status === 'RTO_IN_TRANSIT' || status === 'RTO_DELIVERED') return true;
  const isOnItsWay = ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'DELIVERED'].includes(status);
  return isOnItsWay && previousStatus === 'RTO_INITIATED' ? false : undefined;
};
