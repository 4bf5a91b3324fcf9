import { newId, shipmentChanged } from '@freight/contracts';
import { appendEvents, newEvent } from '@freight/runtime';
import { sampleShipment } from '../../subscriptions/sample-shipment.ts';
import type { Installation } from './installation.ts';

/**
 * Commits one status change for each organization named, of a new shipment each, in one transaction. The time inside is that
 * just before the commit, so the age of a webhook at its receiver is the time since the commit and a little more.
 */
export const announce = async (
  { shipments, wake }: Installation,
  organizationIds: readonly string[],
): Promise<void> => {
  const now = new Date();
  const occurredAt = now.toISOString();
  await appendEvents(
    shipments.db,
    organizationIds.map((organizationId) => {
      const subject = newId('shipment');
      return newEvent(shipmentChanged, {
        name: 'delivered',
        organizationId,
        subject,
        version: 2,
        time: now,
        data: {
          status: 'DELIVERED',
          previousStatus: 'OUT_FOR_DELIVERY',
          occurredAt,
          attemptId: null,
          ndrReason: null,
          shipment: { ...sampleShipment, id: subject, updatedAt: occurredAt },
        },
      });
    }),
  );
  wake();
};
