import { FreightError, newId, replayDeliveries } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toEvents } from '../subscriptions/subscription.row.ts';
import { getSubscription } from '../subscriptions/subscription.store.ts';
import { insertReplay, maxReplayed, queueReplay } from './replay.store.ts';

/**
 * Queues what this subscription was sent in a period once more, byte for byte. It goes behind new events, in the order of each
 * shipment, and as new deliveries, so a receiver that drops repeats by delivery id sees them.
 */
export const replayDeliveriesHandler = implement(
  replayDeliveries,
  async ({ db, engine }: Deps, { organizationId, operationId }, { id, from, to, events }) => {
    const subscription = await getSubscription(db, organizationId, id);
    if (!subscription.is_active) {
      throw new FreightError('INVALID_STATE', { message: 'The subscription is switched off: activate it first' });
    }
    const queued = await db.transaction().execute(async (trx) => {
      const replay = await insertReplay(trx, organizationId, {
        id: newId('replay'),
        subscription_id: id,
        created_by_operation: operationId,
        from_time: new Date(from),
        to_time: to === undefined ? new Date() : new Date(to),
        events: toEvents(events),
      });
      if (!replay.isNew) return replay.queued;
      const count = await queueReplay(trx, organizationId, replay.id, newId('delivery'));
      if (count > maxReplayed) {
        throw new FreightError('VALIDATION_FAILED', {
          errors: { from: [`a replay may have ${maxReplayed} events: choose a shorter period`] },
        });
      }
      return count;
    });
    engine.kick([id]);
    return { queued };
  },
);
