import type { WebhookDelivery } from '@freight/contracts';
import type { Selectable } from 'kysely';
import type { DeliveriesTable, DeliveryAttemptsTable } from '../tables.ts';

/** A delivery with its newest attempt, if there was one. */
export type DeliveryRow = Pick<
  Selectable<DeliveriesTable>,
  'id' | 'subscription_id' | 'event' | 'status' | 'payload' | 'created_at'
> & {
  [Column in 'attempt' | 'response_status' | 'response_body' | 'error' | 'duration_ms']:
    | Selectable<DeliveryAttemptsTable>[Column]
    | null;
} & {
  /** Null when settled, and while an attempt is under way. */
  next_attempt_at: Date | null;
};

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhookId: row.subscription_id,
  event: row.event,
  status: row.status,
  attempt: row.attempt ?? 0,
  responseStatus: row.response_status,
  responseBody: row.response_body,
  error: row.error,
  durationMs: row.duration_ms,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  requestBody: row.payload,
  createdAt: row.created_at.toISOString(),
});
