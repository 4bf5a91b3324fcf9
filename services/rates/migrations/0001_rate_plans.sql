-- expand
create table rate_plans (
  id text primary key,
  name text not null unique,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);

-- Organizations without an assignment have one plan, so there is at most one default.
create unique index rate_plans_one_default on rate_plans (is_default) where is_default;

create table rate_plan_versions (
  rate_plan_id text not null references rate_plans,
  version integer not null check (version > 0),
  effective_from timestamptz not null,
  -- As the operator sent it; exports give it back unchanged.
  document jsonb not null,
  created_at timestamptz not null default now(),
  primary key (rate_plan_id, version),
  unique (rate_plan_id, effective_from)
);

-- Booked shipments name the version that priced them, so a version never changes and never goes.
revoke update, delete on rate_plan_versions from {{role}};

create table rate_plan_assignments (
  organization_id text primary key,
  rate_plan_id text not null references rate_plans,
  assigned_at timestamptz not null default now()
);

create table switched_off_carriers (
  carrier_id text primary key,
  switched_off_at timestamptz not null default now()
);
