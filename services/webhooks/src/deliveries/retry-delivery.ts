import { FreightError, newId, retryDelivery } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import {
  findDelivery,
  findDeliveryOfOperation,
  insertRetry,
  lockPendingPlace,
  supersedeDelivery,
} from './delivery.store.ts';

/**
 * Sends the bytes of a delivery again, now, as a new delivery. One that is still to be retried is ended by it: the new one takes its
 * place in the order of its shipment. A settled one is behind its shipment's order already, so its retry waits for nothing.
 */
export const retryDeliveryHandler = implement(
  retryDelivery,
  async ({ db, engine }: Deps, { organizationId, operationId }, { id }) => {
    const before = await findDeliveryOfOperation(db, organizationId, operationId);
    if (before !== undefined) return { success: true, newDeliveryId: before.id };
    const original = await findDelivery(db, organizationId, id);
    if (original === undefined) throw new FreightError('NOT_FOUND');
    if (!original.subscription_is_active) {
      throw new FreightError('INVALID_STATE', { message: 'The subscription is switched off: activate it first' });
    }

    const newDeliveryId = newId('delivery');
    await db.transaction().execute(async (trx) => {
      const place = await lockPendingPlace(trx, organizationId, id);
      if (place?.isUnderWay === true) {
        throw new FreightError('INVALID_STATE', { message: 'This delivery is PENDING and an attempt is under way' });
      }
      if (place !== undefined) await supersedeDelivery(trx, organizationId, id);
      await insertRetry(trx, organizationId, original, {
        id: newDeliveryId,
        operationId,
        place: place ?? { lane: newDeliveryId, lane_version: 1 },
      });
    });
    engine.kick([original.subscription_id]);
    return { success: true, newDeliveryId };
  },
);
