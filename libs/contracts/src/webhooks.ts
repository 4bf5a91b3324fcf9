import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { webhookEvents } from './shipment-status.ts';
import { dateTime, idField, text } from './wire.ts';

const receiverUrl = z
  .url()
  .max(2_000)
  .refine((value) => ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''), 'must be an http(s) address');
const subscribedEvents = z.array(z.enum(webhookEvents)).max(webhookEvents.length);

/** The event of the test endpoint; nobody can subscribe to it, and everybody gets it. */
export const testEvent = 'test.ping';

export const webhookSubscription = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  totalSent: z.int().meta({ description: 'Deliveries that the receiver acknowledged' }),
  totalFailed: z
    .int()
    .meta({ description: 'Deliveries that ended without an acknowledgement; one still to be retried is in neither' }),
  lastFiredAt: dateTime.nullable().meta({ description: 'When the newest attempt ended' }),
  /** Why we switched it off, when we did. */
  deactivationReason: z.string().nullable(),
  createdAt: dateTime,
});
export type WebhookSubscription = z.output<typeof webhookSubscription>;

const subscriptionWithSecret = webhookSubscription.extend({ secret: z.string() });

export const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

export const webhookDelivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  attempt: z.int(),
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  nextAttemptAt: dateTime.nullable(),
  requestBody: z.string(),
  createdAt: dateTime,
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const tag = 'Webhooks';

export const listWebhooks = defineOperation({
  name: 'webhooks.list-subscriptions',
  scope: 'organization',
  summary: 'Subscriptions and the events that can be subscribed to',
  http: { method: 'GET', path: '/webhooks', audience: 'merchant', tag },
  input: z.object({}),
  output: z.object({ subscriptions: z.array(webhookSubscription), allowedEvents: z.array(z.string()) }),
});

export const createWebhook = defineOperation({
  name: 'webhooks.create-subscription',
  scope: 'organization',
  summary: 'Subscribe an HTTPS address; the answer carries the signing secret',
  description:
    'Without `events`, or with an empty list, the subscription is for all events. An organization may have 100 subscriptions.',
  http: { method: 'POST', path: '/webhooks', audience: 'merchant', tag, status: 201 },
  input: z.object({ name: text(200), url: receiverUrl, events: subscribedEvents.optional() }),
  output: subscriptionWithSecret,
});

export const patchWebhook = defineOperation({
  name: 'webhooks.patch-subscription',
  scope: 'organization',
  summary: 'Change name, address, events or switch on and off',
  http: { method: 'PATCH', path: '/webhooks/{id}', audience: 'merchant', tag },
  input: z.object({
    id: idField,
    name: text(200).optional(),
    url: receiverUrl.optional(),
    events: subscribedEvents.optional(),
    isActive: z.boolean().optional(),
  }),
  output: webhookSubscription,
  errors: ['NOT_FOUND'],
});

export const deleteWebhook = defineOperation({
  name: 'webhooks.delete-subscription',
  scope: 'organization',
  summary: 'Delete a subscription and its delivery history',
  http: { method: 'DELETE', path: '/webhooks/{id}', audience: 'merchant', tag },
  input: z.object({ id: idField }),
  output: z.object({ id: z.string() }),
  errors: ['NOT_FOUND'],
});

export const rotateWebhookSecret = defineOperation({
  name: 'webhooks.rotate-secret',
  scope: 'organization',
  summary: 'New signing secret; the old one stops verifying at once',
  http: { method: 'POST', path: '/webhooks/{id}/rotate-secret', audience: 'merchant', tag },
  input: z.object({ id: idField }),
  output: z.object({ secret: z.string() }),
  errors: ['NOT_FOUND'],
});

export const testWebhook = defineOperation({
  name: 'webhooks.test-subscription',
  scope: 'organization',
  summary: 'Send a sample test.ping and wait for its answer',
  description:
    'One attempt, never retried; `success` says whether it was acknowledged. Works while the subscription is switched off. With `event`, the sample has the form of that event, of a shipment `shp_sample` that never was, whatever the subscription is for.',
  http: { method: 'POST', path: '/webhooks/{id}/test', audience: 'merchant', tag },
  input: z.object({ id: idField, event: z.enum([testEvent, ...webhookEvents]).default(testEvent) }),
  output: z.object({ success: z.boolean(), deliveryId: z.string() }),
  errors: ['NOT_FOUND'],
  timeoutMs: 20_000,
});

export const listDeliveries = defineOperation({
  name: 'webhooks.list-deliveries',
  scope: 'organization',
  summary: 'Recent deliveries, newest first',
  http: { method: 'GET', path: '/webhooks/{id}/deliveries', audience: 'merchant', tag },
  input: z.object({ id: idField, limit: z.coerce.number().int().min(10).max(100).default(50) }),
  output: z.array(webhookDelivery),
  errors: ['NOT_FOUND'],
});

export const retryDelivery = defineOperation({
  name: 'webhooks.retry-delivery',
  scope: 'organization',
  summary: 'Send a delivery again, as a new delivery',
  description:
    'The same bytes under a new delivery id, sent at once. A delivery that is still PENDING ends as FAILED and the new one takes its place in the order of its shipment; while an attempt is under way, or while the subscription is switched off, it is INVALID_STATE.',
  http: { method: 'POST', path: '/webhooks/deliveries/{id}/retry', audience: 'merchant', tag },
  input: z.object({ id: idField }),
  output: z.object({ success: z.boolean(), newDeliveryId: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const replayDeliveries = defineOperation({
  name: 'webhooks.replay-deliveries',
  scope: 'organization',
  summary: 'Send the events of a period again',
  description:
    'Queues every event that the subscription was sent between `from` and `to` (both included, by the `createdAt` of its delivery; `to` is now unless given) once more: the same bytes under new delivery ids, in the order of each shipment, behind new events. Tests, retries and earlier replays are not repeated. At most 10,000 events at one time. While the subscription is switched off it is INVALID_STATE.',
  http: { method: 'POST', path: '/webhooks/{id}/replay', audience: 'merchant', tag, status: 202 },
  input: z
    .object({ id: idField, from: dateTime, to: dateTime.optional(), events: subscribedEvents.optional() })
    .refine(({ from, to }) => to === undefined || Date.parse(from) <= Date.parse(to), {
      path: ['to'],
      message: 'must not be before from',
    }),
  output: z.object({ queued: z.int().meta({ description: 'Deliveries made' }) }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const webhooksOperations = [
  listWebhooks,
  createWebhook,
  patchWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  retryDelivery,
  replayDeliveries,
] as const;
