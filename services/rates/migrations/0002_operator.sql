-- expand
-- What the operator loads and changes at run time, and where carriers go.

alter table rate_plans add column created_by_operation text unique;

alter table rate_plan_versions
  -- Text as it was sent; null on versions from before this column, whose document stands for it.
  add column source text,
  add column format text not null default 'json' check (format in ('json', 'csv')),
  add column created_by_operation text unique;

create table allocation_rules (
  organization_id text primary key,
  rules jsonb not null,
  updated_at timestamptz not null default now()
);

-- One row per carrier and pincode: 12 × 19,400. A row without flags waits for its first answer.
create table serviceability (
  carrier_id text not null,
  pincode integer not null check (pincode between 100000 and 999999),
  -- Bits: 1 prepaid, 2 COD, 4 pickup, 8 reverse pickup, 16 quality check at the door; 0 = the carrier does not come here.
  flags smallint check (flags between 0 and 31),
  source text check (source in ('courier', 'csv')),
  checked_at timestamptz,
  -- Replicas read what changed since they last looked, so rows are changed and never deleted.
  changed_at timestamptz not null default clock_timestamp(),
  -- When the refresh job asks next; a replica that asks moves it ahead first, which is its lease.
  due_at timestamptz not null default now(),
  primary key (carrier_id, pincode)
);
create index serviceability_changed on serviceability (changed_at) where flags is not null;
create index serviceability_due on serviceability (carrier_id, due_at);

create table serviceability_carriers (
  carrier_id text primary key,
  -- True: a pincode without a row is not served.
  is_complete boolean not null default false,
  last_failure text,
  last_failure_at timestamptz
);

-- Questions asked of a courier in one minute by all replicas together.
create table courier_budgets (
  courier text not null,
  minute timestamptz not null,
  spent integer not null,
  primary key (courier, minute)
);

-- The newest row is the table in use; without one it is the table that comes with the program.
create table pincode_tables (
  id bigint generated always as identity primary key,
  source text not null,
  places text not null,
  created_by_operation text unique,
  created_at timestamptz not null default now()
);
