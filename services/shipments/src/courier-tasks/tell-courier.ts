import type { Outcome, RefusalReason } from '@freight/couriers';
import { toConsignmentAddress } from '../booking/booking-request.ts';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import { changeStatus } from '../status/change-shipment.ts';
import { recordChange } from '../status/record-change.store.ts';
import type { CourierTaskRow, ShipmentRow } from '../tables.ts';
import {
  claimCourierTasks,
  claimTaskOf,
  type DueTask,
  findCourierTask,
  settleCourierTask,
} from './courier-task.store.ts';

const claimLimit = 20;
/** Longer than the calls of one task; a task whose worker died is done again after it, which couriers take as a repetition. */
const leaseMs = ({ config }: Deps): number => config.COURIER_TIMEOUT_MS * 6;

/** One turn of the loop that tells couriers what was decided; true when there may be more. */
export const tellCouriers = async (deps: Deps): Promise<boolean> => {
  const tasks = await claimCourierTasks(deps.db, { limit: claimLimit, leaseMs: leaseMs(deps) });
  await Promise.all(
    tasks.map(async (task) => {
      const shipment = await getShipmentRow(deps.db, task.organization_id, task.shipment_id);
      await doTask(deps, task, shipment, task.id);
    }),
  );
  return tasks.length === claimLimit;
};

/**
 * Tells the courier now what the loop would tell it in a moment.
 *
 * @returns null when the courier has taken it, else what is in the way; the loop goes on trying
 */
export const tellCourier = async (
  deps: Deps,
  { shipment, kind, requestId }: { shipment: ShipmentRow; kind: CourierTaskRow['kind']; requestId: string },
): Promise<string | null> => {
  const { organization_id, courier, awb_number } = shipment;
  if (courier === null || awb_number === null) return null;
  const key = { organization_id, kind, courier, awb_number };
  const task = await claimTaskOf(deps.db, key, leaseMs(deps));
  if (task !== undefined) return doTask(deps, task, shipment, requestId);
  const known = await findCourierTask(deps.db, key);
  return known?.status === 'DONE' ? null : (known?.last_error ?? 'the courier is being told');
};

const doTask = async (deps: Deps, task: DueTask, shipment: ShipmentRow, requestId: string): Promise<string | null> => {
  crashPoint('courier-task.claimed');
  const outcome = await perform(deps, task, shipment, requestId);
  crashPoint('courier-task.told');
  switch (outcome.kind) {
    case 'done':
      if (task.kind === 'REQUEST_PICKUP') await schedulePickup(deps, shipment, outcome.value);
      crashPoint('courier-task.pickup-scheduled');
      await settleCourierTask(deps.db, task, { status: 'DONE' });
      return null;
    case 'refused': {
      const isFinal = finalRefusals.includes(outcome.reason);
      await settleCourierTask(
        deps.db,
        task,
        isFinal
          ? { status: 'GIVEN_UP', error: outcome.message }
          : { status: 'DUE', error: outcome.message, afterMs: backoffMs(task.tries) },
      );
      deps.log.warn(
        { awb: task.awb_number, task: task.kind, reason: outcome.reason, isFinal },
        'courier refused a task',
      );
      return outcome.message;
    }
    case 'unknown':
      await settleCourierTask(deps.db, task, { status: 'DUE', error: outcome.cause, afterMs: backoffMs(task.tries) });
      return 'the courier did not answer';
  }
};

/** Asking again would get the same answer. */
const finalRefusals: readonly RefusalReason[] = ['NOT_ALLOWED', 'NOT_FOUND', 'NOT_SUPPORTED', 'INVALID_REQUEST'];

/** 2 s, 4 s … at most 30 min. */
const backoffMs = (tries: number): number => Math.min(2_000 * 2 ** Math.max(tries - 1, 0), 1_800_000);

const perform = async (
  deps: Deps,
  task: DueTask,
  shipment: ShipmentRow,
  requestId: string,
): Promise<Outcome<Date | null>> => {
  const courier = deps.accounts.find(task.organization_id, task.courier);
  if (courier === undefined) return { kind: 'refused', reason: 'ACCOUNT', message: 'no account with this courier' };
  const connection = { account: courier.account, caller: deps.caller, requestId };
  switch (task.kind) {
    case 'CANCEL': {
      const outcome = await courier.adapter.cancel(connection, {
        awb: task.awb_number,
        courierOrderId: shipment.courier_order_id ?? undefined,
      });
      return outcome.kind === 'done' ? { kind: 'done', value: null } : outcome;
    }
    case 'REQUEST_PICKUP': {
      // A shipment that was cancelled in the meantime needs no van.
      if (shipment.status !== 'LABEL_GENERATED') return { kind: 'done', value: null };
      const outcome = await courier.adapter.requestPickup(connection, {
        place: toConsignmentAddress(shipment.pickup),
        readyAt: new Date(),
        awbs: [task.awb_number],
        packageCount: shipment.packages.length,
        weightGrams: Math.ceil(Number(shipment.total_weight_grams)),
        service: shipment.carrier_id?.endsWith('-air') === true ? 'air' : 'surface',
        shipmentType: shipment.shipment_type,
      });
      return outcome.kind === 'done' ? { kind: 'done', value: outcome.value.scheduledFor } : outcome;
    }
  }
};

/** The courier's answer makes it PICKUP_SCHEDULED, unless a scan was faster. */
const schedulePickup = async (deps: Deps, shipment: ShipmentRow, scheduledFor: Date | null): Promise<void> => {
  const before = await getShipmentRow(deps.db, shipment.organization_id, shipment.id);
  if (before.status !== 'LABEL_GENERATED') return;
  const now = new Date();
  const description = scheduledFor === null ? 'Pickup requested' : `Pickup scheduled for ${scheduledFor.toISOString()}`;
  const change = changeStatus(before, { to: 'PICKUP_SCHEDULED', at: now, description }, now);
  if (await recordChange(deps.db, before.organization_id, { before, ...change })) deps.wake.relay();
};
