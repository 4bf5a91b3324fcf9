-- expand
-- Cash on delivery: a row a parcel whose cash a courier collected, and the payouts.

alter table wallets add column cod_holidays text[] not null default '{}';

create table cod_parcels (
  organization_id text not null,
  shipment_id text not null,
  id text not null,
  awb_number text not null,
  order_reference_number text not null,
  courier text not null,
  cod_amount_paise bigint not null check (cod_amount_paise > 0),
  freight_paise bigint not null default 0,
  cod_charge_paise bigint not null default 0,
  vas_paise bigint not null default 0,
  delivered_at timestamptz not null,
  -- The day in India from which it may be paid out: a promise made at the delivery, which a later change of the cycle leaves alone.
  eligible_on date not null,
  -- OWED: to the merchant, by us. REMITTED: in a payout, on its way or paid. REVERSED: the delivery was none.
  status text not null check (status in ('OWED', 'REMITTED', 'REVERSED')),
  remittance_id text,
  -- Of the event that decided the status; an older one changes nothing.
  version integer not null,
  reversal_reason text,
  -- What the courier has paid us for it, by its own remittance files.
  received_paise bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, shipment_id),
  constraint cod_parcels_id unique (id),
  constraint cod_parcels_remitted check (status <> 'REMITTED' or remittance_id is not null)
);
create index cod_parcels_newest on cod_parcels (organization_id, delivered_at desc, id desc);
create index cod_parcels_owed on cod_parcels (organization_id, eligible_on) where status = 'OWED';
create index cod_parcels_by_awb on cod_parcels (awb_number);
-- What a courier still has of ours.
create index cod_parcels_outstanding on cod_parcels (courier, delivered_at) where status <> 'REVERSED' and received_paise = 0;
revoke delete, truncate on cod_parcels from {{role}};

create sequence remittance_numbers;
create table remittances (
  organization_id text not null,
  id text not null,
  remittance_number text not null unique,
  status text not null check (status in ('PENDING', 'PROCESSING', 'PAID', 'FAILED')),
  cycle_date date not null,
  cod_amount_paise bigint not null check (cod_amount_paise > 0),
  freight_deducted_paise bigint not null check (freight_deducted_paise >= 0),
  vas_deducted_paise bigint not null check (vas_deducted_paise >= 0),
  net_amount_paise bigint not null check (net_amount_paise >= 0),
  shipment_count integer not null,
  utr text,
  paid_at timestamptz,
  created_by_operation text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint remittances_id unique (id),
  constraint remittances_net check (net_amount_paise = cod_amount_paise - freight_deducted_paise - vas_deducted_paise),
  constraint remittances_paid check ((status = 'PAID') = (paid_at is not null))
);
create index remittances_newest on remittances (organization_id, created_at desc, id desc);
create index remittances_by_operation on remittances (created_by_operation);
revoke delete, truncate on remittances from {{role}};

-- What a payout is made of. A parcel whose delivery was withdrawn and made again may be in a second one; what its first one paid
-- was taken from the wallet then (recovered).
create table remittance_items (
  organization_id text not null,
  remittance_id text not null,
  shipment_id text not null,
  cod_amount_paise bigint not null,
  is_recovered boolean not null default false,
  primary key (organization_id, remittance_id, shipment_id)
);
revoke delete, truncate on remittance_items from {{role}};
