-- expand
create table integrations (
  organization_id text not null,
  id text not null,
  created_by_operation text not null,
  name text not null,
  type text not null,
  store_url text not null,
  is_active boolean not null default true,
  auto_create_shipments boolean not null default false,
  default_pickup_address_id text,
  default_payment_mode text not null default 'PREPAID' check (default_payment_mode in ('PREPAID', 'COD')),
  default_weight_grams integer not null default 500 check (default_weight_grams > 0),
  initial_sync_days integer not null default 7 check (initial_sync_days >= 0),
  last_sync_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint integrations_one_per_operation unique (organization_id, created_by_operation),
  -- A shipment made without asking needs to know where it starts.
  constraint integrations_automatic_needs_pickup check (not auto_create_shipments or default_pickup_address_id is not null)
);

create table channel_orders (
  organization_id text not null,
  id text not null,
  integration_id text not null,
  external_order_id text not null,
  external_order_number text not null,
  customer_name text not null,
  destination_city text not null,
  destination_pincode text not null,
  payment_mode text not null check (payment_mode in ('PREPAID', 'COD')),
  total_value_paise bigint not null check (total_value_paise >= 0),
  status text not null default 'NEW' check (status in ('NEW', 'IMPORTED', 'SKIPPED', 'FAILED', 'CANCELLED_ON_CHANNEL')),
  error_type text check (
    error_type in (
      'ADDRESS_INVALID', 'PINCODE_UNSERVICEABLE', 'PAYMENT_MODE_UNKNOWN', 'WEIGHT_MISSING', 'WALLET', 'KYC', 'COURIER', 'OTHER'
    )
  ),
  error_message text,
  shipment_id text,
  shipment_status text,
  shipment_awb text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, integration_id) references integrations (organization_id, id),
  -- A store may send an order as often as it likes: it is one row.
  constraint channel_orders_one_per_external_id unique (organization_id, integration_id, external_order_id),
  constraint channel_orders_failed_has_type check ((status = 'FAILED') = (error_type is not null))
);

create index channel_orders_newest_first on channel_orders (organization_id, created_at desc, id desc);
