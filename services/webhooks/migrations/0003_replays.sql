-- expand

-- Requests to send the events of a period again; the deliveries they made name it in their lanes.
create table replays (
  organization_id text not null,
  id text not null,
  subscription_id text not null,
  created_by_operation text not null,
  from_time timestamptz not null,
  to_time timestamptz not null,
  -- Null means every event.
  events text[],
  queued integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint replays_operation_once unique (organization_id, created_by_operation)
);
create index replays_by_subscription on replays (organization_id, subscription_id);
