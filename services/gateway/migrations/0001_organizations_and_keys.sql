-- expand
-- Organizations and the keys they call with. No key is stored: only its SHA-256, and what a list may show of it.

create table organizations (
  id text primary key,
  name text not null,
  contact_email text,
  kyc_status text not null default 'PENDING' check (kyc_status in ('PENDING', 'APPROVED', 'REJECTED')),
  is_suspended boolean not null default false,
  -- Null: the default of the gateway's configuration.
  rate_per_second integer check (rate_per_second > 0),
  rate_burst integer check (rate_burst > 0),
  created_by_operation text not null unique,
  created_at timestamptz not null default now(),
  check ((rate_per_second is null) = (rate_burst is null))
);

create index organizations_newest on organizations (created_at desc, id desc);

create table api_keys (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  mode text not null check (mode in ('live', 'test')),
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  last_four text not null check (length(last_four) = 4),
  is_active boolean not null default true,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by_operation text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, created_by_operation)
);

create index api_keys_newest on api_keys (organization_id, mode, created_at desc, id desc);
