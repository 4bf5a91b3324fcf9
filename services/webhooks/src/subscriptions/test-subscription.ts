import { newId, testWebhook } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { injectTrace } from '@freight/telemetry';
import { insertTestDelivery } from '../deliveries/delivery.store.ts';
import type { Deps } from '../deps.ts';
import { sampleShipmentOf } from './sample-shipment.ts';
import { getSubscription } from './subscription.store.ts';

/** One attempt by the same engine, guard and signature as every delivery; also while the subscription is switched off. */
export const testSubscriptionHandler = implement(
  testWebhook,
  async ({ db, engine, leaseMs }: Deps, { organizationId, operationId }, { id, event }) => {
    const subscription = await getSubscription(db, organizationId, id);
    const delivery = {
      id: newId('delivery'),
      event,
      payload: JSON.stringify({
        event,
        timestamp: new Date().toISOString(),
        data: { shipment: sampleShipmentOf(event) },
      }),
      operationId,
      leaseMs,
      traceparent: injectTrace() ?? null,
    };
    const before = await insertTestDelivery(db, organizationId, id, delivery);
    if (before !== undefined) return { success: before.status === 'SUCCEEDED', deliveryId: before.id };
    const { outcome } = await engine.attemptNow({
      organizationId,
      deliveryId: delivery.id,
      subscriptionId: id,
      attempt: 1,
      event,
      isTest: true,
      payload: delivery.payload,
      url: subscription.url,
      secret: subscription.secret,
      secretVersion: subscription.secret_version,
      traceparent: delivery.traceparent,
      waitedMs: 0,
    });
    return { success: outcome === 'acknowledged', deliveryId: delivery.id };
  },
);
