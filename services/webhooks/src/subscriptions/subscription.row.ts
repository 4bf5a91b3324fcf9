import { type WebhookSubscription, webhookEvents } from '@freight/contracts';
import type { Selectable } from 'kysely';
import type { SubscriptionsTable } from '../tables.ts';

/** Columns that an answer is made of; the secret is read only where it is shown. */
export const subscriptionColumns = [
  'id',
  'name',
  'url',
  'events',
  'is_active',
  'total_sent',
  'total_failed',
  'last_fired_at',
  'deactivation_reason',
  'created_at',
] as const satisfies (keyof SubscriptionsTable)[];

export type SubscriptionRow = Pick<Selectable<SubscriptionsTable>, (typeof subscriptionColumns)[number]>;

/** A subscription as merchants see it; one for every event shows all of them. */
export const toSubscription = (row: SubscriptionRow): WebhookSubscription => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: webhookEvents.filter((event) => row.events === null || row.events.includes(event)),
  isActive: row.is_active,
  totalSent: row.total_sent,
  totalFailed: row.total_failed,
  lastFiredAt: row.last_fired_at?.toISOString() ?? null,
  deactivationReason: row.deactivation_reason,
  createdAt: row.created_at.toISOString(),
});

/** Which events are meant: none named means all, those to come included. */
export const toEvents = (events: readonly string[] | undefined): string[] | null =>
  events === undefined || events.length === 0 ? null : [...new Set(events)];
