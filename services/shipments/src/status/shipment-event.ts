import { type NdrReason, type ShipmentStatus, shipmentChanged, shipmentEventName } from '@freight/contracts';
import { newEvent, type OutboxEvent } from '@freight/runtime';
import { toWebhookShipment } from '../shipment/shipment.row.ts';
import type { ShipmentRow } from '../tables.ts';

/**
 * The event of a status change. The shipment in it is the row as it is after the change, so the webhook that is made of it says
 * what was true then, however late it is delivered.
 */
export const shipmentEvent = (
  after: ShipmentRow,
  change: { previousStatus: ShipmentStatus | null; occurredAt: Date; ndrReason?: NdrReason | undefined },
): OutboxEvent =>
  newEvent(shipmentChanged, {
    name: shipmentEventName(after.status),
    organizationId: after.organization_id,
    subject: after.id,
    version: after.version,
    time: change.occurredAt,
    data: {
      status: after.status,
      previousStatus: change.previousStatus,
      occurredAt: change.occurredAt.toISOString(),
      attemptId: after.attempt_id,
      ndrReason: change.ndrReason ?? null,
      shipment: toWebhookShipment(after),
    },
  });
