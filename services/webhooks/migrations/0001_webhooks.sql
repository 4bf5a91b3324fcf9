-- expand
-- Subscriptions, what was or is to be delivered to them, and every attempt. Times of this schema are the database's clock.

create table subscriptions (
  organization_id text not null,
  id text not null,
  created_by_operation text not null,
  name text not null,
  url text not null,
  -- Null means every event, those to come included.
  events text[],
  -- 64 hex characters, kept readable because every attempt is signed with it.
  secret text not null,
  -- Counts rotations: an attempt that was signed with an older secret and refused is no verdict on the delivery.
  secret_version integer not null default 1,
  is_active boolean not null default true,
  deactivation_reason text,
  -- Deliveries that ended acknowledged and failed; written in the transaction that ends them.
  total_sent bigint not null default 0,
  total_failed bigint not null default 0,
  last_fired_at timestamptz,
  -- The unbroken run of failed attempts: its begin, its newest member. Null after an acknowledgement.
  failing_since timestamptz,
  last_failure_at timestamptz,
  -- Circuit breaker: attempts in a row that ended neither in 2xx nor in 4xx, and until when nothing is sent because of them.
  unhealthy_in_a_row integer not null default 0,
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  -- A deleted subscription is invisible at once; a loop removes its rows in small pieces.
  deleted_at timestamptz,
  deleted_by_operation text,
  primary key (organization_id, id),
  constraint subscriptions_operation_once unique (organization_id, created_by_operation)
) with (fillfactor = 70);
create index subscriptions_deleted on subscriptions (deleted_at) where deleted_at is not null;

-- What is to be delivered, byte for byte as it was when the event happened. Written once, settled once.
create table deliveries (
  organization_id text not null,
  id text not null,
  subscription_id text not null,
  -- Null for tests and retries by hand, which may repeat an event.
  event_id text,
  event text not null,
  payload text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  retry_of text,
  created_by_operation text,
  -- The trace of the request that caused the event.
  traceparent text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (organization_id, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
create unique index deliveries_event_once on deliveries (organization_id, subscription_id, event_id)
  where event_id is not null;
create unique index deliveries_operation_once on deliveries (organization_id, created_by_operation)
  where created_by_operation is not null;
create index deliveries_newest on deliveries (organization_id, subscription_id, created_at desc, id desc);

-- One narrow row a delivery that is not settled yet: claims and retries rewrite these and never the payload, and the work
-- of finding what is due does not grow with the history.
create table pending_deliveries (
  organization_id text not null,
  delivery_id text not null,
  subscription_id text not null,
  -- Deliveries of one lane of a subscription go in the order of their versions: a shipment, or a single delivery.
  lane text not null,
  lane_version integer not null,
  -- Attempts begun. A result is taken only for the attempt that stands here, so a sender that was paused beyond its lease
  -- cannot write one.
  attempt integer not null default 0,
  is_retry boolean not null default false,
  in_flight boolean not null default false,
  -- When it may be claimed. While in flight: the end of the lease. While waiting for its lane: the end of the patience.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (organization_id, delivery_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index pending_deliveries_due on pending_deliveries (subscription_id, is_retry, due_at);
create index pending_deliveries_lane on pending_deliveries (subscription_id, lane, lane_version);

create table delivery_attempts (
  organization_id text not null,
  delivery_id text not null,
  attempt integer not null,
  subscription_id text not null,
  -- lost: begun by a sender that never reported; whether the receiver saw it is unknown.
  outcome text not null check (outcome in ('acknowledged', 'refused', 'retry', 'exhausted', 'lost')),
  response_status integer,
  -- At most 1 KiB.
  response_body text,
  error text,
  duration_ms integer,
  ended_at timestamptz not null default now(),
  primary key (organization_id, delivery_id, attempt)
);
create index delivery_attempts_by_subscription on delivery_attempts (organization_id, subscription_id);
