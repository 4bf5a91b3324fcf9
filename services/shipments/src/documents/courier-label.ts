import { setTimeout as delay } from 'node:timers/promises';
import type { CourierFile } from '@freight/couriers';
import type { Deps } from '../deps.ts';
import type { ShipmentRow } from '../tables.ts';
import { courierLabelKey, insertCourierLabel } from './courier-label.store.ts';
import { keepPieces } from './pieces.ts';

/** Labels are some kilobytes; what is larger is no label. */
const maxLabelBytes = 4 * 1_024 * 1_024;

/**
 * Asks the courier for its own label, where it gives one on request, and keeps it.
 *
 * @returns false when there is none now: not offered, not ready yet, no PDF, or the courier is away
 */
export const fetchCourierLabel = async (deps: Deps, shipment: ShipmentRow): Promise<boolean> => {
  const { organization_id: organizationId, courier, awb_number: awb } = shipment;
  const found = courier === null ? undefined : deps.accounts.find(organizationId, courier);
  if (found === undefined || awb === null || found.adapter.capabilities.label !== 'on-request') return false;
  const outcome = await found.adapter.label({ account: found.account, caller: deps.caller }, { awb });
  if (outcome.kind === 'done') return keepCourierLabel(deps, shipment, outcome.value);
  deps.log.info({ shipmentId: shipment.id, awb, courier, outcome: outcome.kind }, 'no label from the courier');
  return false;
};

/** A booking waits no longer for its label to be kept; the keeping goes on. */
const bookingWaitsMs = 1_000;

/** Keeps a label that came with a booking. Nothing is lost with it but its looks: the booking stands, and our label is drawn instead. */
export const keepBookedLabel = async (deps: Deps, shipment: ShipmentRow, label: CourierFile): Promise<void> => {
  if (deps.config.LABEL_SOURCE !== 'courier') return;
  const kept = keepCourierLabel(deps, shipment, label).catch((error: unknown) =>
    deps.log.warn({ err: error, shipmentId: shipment.id }, 'the courier’s label could not be kept'),
  );
  await Promise.race([kept, delay(bookingWaitsMs, undefined, { ref: false })]);
};

/** Keeps a label that the courier gave; false when it is none that a printer could read. */
const keepCourierLabel = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  shipment: ShipmentRow,
  { bytes }: CourierFile,
): Promise<boolean> => {
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
  if (!isPdf || bytes.length > maxLabelBytes) return false;
  await keepPieces(storage.kept, courierLabelKey(shipment), [bytes]);
  await insertCourierLabel(db, shipment, bytes.length);
  return true;
};
