-- expand

-- Facts to announce. A row is written in the transaction of the change it tells of. Ids become visible out of order, so the
-- relay numbers rows by "position" when it sees them: gapless, in an order that never puts a row before one already numbered.
create table outbox (
  id bigint generated always as identity primary key,
  event_id text not null unique,
  position bigint unique,
  aggregate text not null,
  subject text not null,
  -- CloudEvents JSON, byte for byte what is published. NATS carries 1 MiB by default.
  body text not null check (octet_length(body) <= 524288),
  traceparent text,
  created_at timestamptz not null default now()
);
create index outbox_unnumbered on outbox (id) where position is null;

-- One row: the last position given, and the last one that JetStream acknowledged together with all before it.
create table outbox_head (
  is_only boolean primary key default true check (is_only),
  position bigint not null default 0,
  published_position bigint not null default 0 check (published_position <= position)
);
insert into outbox_head default values;

-- Events whose effect is in this schema; a row is written in the transaction of the effect.
create table inbox (
  source text not null,
  event_id text not null,
  position bigint not null,
  received_at timestamptz not null default now(),
  primary key (source, event_id)
);
create index inbox_received_at on inbox using brin (received_at);

-- Up to here every event of the source that concerns this service is in the inbox.
create table inbox_cursor (
  source text primary key,
  position bigint not null
);

-- Events that this service gave up on, with the last reason.
create table dead_letters (
  id bigint generated always as identity primary key,
  source text not null,
  event_id text not null,
  position bigint not null,
  subject text not null,
  reason text not null,
  body text not null,
  traceparent text,
  attempts integer not null,
  created_at timestamptz not null default now(),
  unique (source, event_id)
);
