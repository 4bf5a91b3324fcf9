import type { ColumnType, Generated } from 'kysely';

export type SubscriptionsTable = {
  organization_id: string;
  id: string;
  created_by_operation: string;
  name: string;
  url: string;
  events: string[] | null;
  secret: string;
  secret_version: Generated<number>;
  is_active: Generated<boolean>;
  deactivation_reason: string | null;
  total_sent: Generated<number>;
  total_failed: Generated<number>;
  last_fired_at: Date | null;
  failing_since: Date | null;
  last_failure_at: Date | null;
  unhealthy_in_a_row: Generated<number>;
  paused_until: Date | null;
  created_at: ColumnType<Date, never, never>;
  deleted_at: Date | null;
  deleted_by_operation: string | null;
};

export type DeliveriesTable = {
  organization_id: string;
  id: string;
  subscription_id: string;
  event_id: string | null;
  event: string;
  payload: string;
  status: Generated<'PENDING' | 'SUCCEEDED' | 'FAILED'>;
  retry_of: string | null;
  created_by_operation: string | null;
  traceparent: string | null;
  created_at: ColumnType<Date, never, never>;
  settled_at: Date | null;
};

type PendingDeliveriesTable = {
  organization_id: string;
  delivery_id: string;
  subscription_id: string;
  lane: string;
  lane_version: number;
  attempt: Generated<number>;
  is_retry: Generated<boolean>;
  in_flight: Generated<boolean>;
  due_at: ColumnType<Date, never, Date>;
  created_at: ColumnType<Date, never, never>;
};

export type DeliveryAttemptsTable = {
  organization_id: string;
  delivery_id: string;
  attempt: number;
  subscription_id: string;
  outcome: 'acknowledged' | 'refused' | 'retry' | 'exhausted' | 'lost';
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  ended_at: ColumnType<Date, never, never>;
};

export type ReplaysTable = {
  organization_id: string;
  id: string;
  subscription_id: string;
  created_by_operation: string;
  from_time: Date;
  to_time: Date;
  events: string[] | null;
  queued: Generated<number>;
  created_at: ColumnType<Date, never, never>;
};

export type Tables = {
  subscriptions: SubscriptionsTable;
  deliveries: DeliveriesTable;
  pending_deliveries: PendingDeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  replays: ReplaysTable;
};
