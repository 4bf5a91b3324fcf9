-- expand
-- Shipments, their timeline, booking attempts and what is still to be told to couriers. Money is integer paise.

create table shipments (
  organization_id text not null,
  id text not null,
  shipment_number text not null,
  shipment_type text not null check (shipment_type in ('FORWARD', 'REVERSE', 'EXCHANGE')),
  payment_mode text not null check (payment_mode in ('PREPAID', 'COD')),
  status text not null check (status in (
    'CREATED', 'LABEL_GENERATED', 'PICKUP_SCHEDULED', 'PICKUP_FAILED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY',
    'DELIVERED', 'DELIVERY_FAILED', 'RTO_INITIATED', 'RTO_IN_TRANSIT', 'RTO_DELIVERED', 'LOST', 'DAMAGED', 'CANCELLED')),
  -- Status changes so far, counted from 1 without gaps: the version of the event each of them announces.
  version integer not null default 1,
  -- Edits of the draft so far: a booking commits only what it read.
  revision integer not null default 1,
  created_by_operation text not null,

  order_reference_number text not null,
  channel_order_id text,
  channel_name text,
  invoice_value_paise bigint not null check (invoice_value_paise >= 0),
  cod_amount_paise bigint not null default 0 check (cod_amount_paise >= 0),
  invoice_number text,
  invoice_date timestamptz,
  order_date timestamptz,
  pickup jsonb not null,
  drop_to jsonb not null,
  return_to jsonb,
  packages jsonb not null,
  total_weight_grams numeric(12, 2) not null,
  shipper_gstin text,
  preferred_courier text,
  preferred_carrier_id text,
  is_fragile boolean not null default false,
  is_insured boolean not null default false,
  is_otp_delivery boolean not null default false,
  is_qc_required boolean not null default false,
  vas_service_ids text[] not null default '{}',
  forward_shipment_id text,
  remarks text,

  courier text,
  carrier_id text,
  awb_number text,
  courier_order_id text,
  sort_code text,
  attempt_id text,
  freight_paise bigint,
  cod_charge_paise bigint,
  vas_paise bigint,
  gst_paise bigint,
  total_charge_paise bigint,
  rto_charge_paise bigint,
  charged_weight_grams integer,
  volumetric_weight_grams integer,
  billed_weight_grams integer,
  zone text,

  label_generated_at timestamptz,
  pickup_scheduled_at timestamptz,
  picked_up_at timestamptz,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  expected_delivery_date timestamptz,
  last_status_update timestamptz,
  -- Time of the newest courier scan seen: an older one is kept in the timeline and changes nothing.
  last_scan_at timestamptz,
  -- When the poller asks the courier next; null when nothing can change any more.
  tracking_due_at timestamptz,
  cod_collected_at timestamptz,
  qc_status text check (qc_status in ('passed', 'fail', 'fail_hub')),
  qc_remarks text,
  qc_images jsonb,
  qc_checked_at timestamptz,
  pod_recipient_name text,
  pod_recipient_relation text,
  pod_recipient_contact text,
  pod_document_url text,
  pod_fetched_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  primary key (organization_id, id),
  constraint shipments_operation_once unique (organization_id, created_by_operation),
  constraint shipments_number_once unique (shipment_number)
);

-- Of two simultaneous creates with one reference exactly one may succeed. A create with allowDuplicate stands outside this
-- index (see insert-draft), so its rows carry false here.
alter table shipments add column holds_reference boolean not null default true;
create unique index shipments_live_reference on shipments (organization_id, order_reference_number)
  where status <> 'CANCELLED' and holds_reference;
create index shipments_by_reference on shipments (organization_id, order_reference_number);
create unique index shipments_awb_once on shipments (courier, awb_number) where awb_number is not null;
create index shipments_by_awb on shipments (awb_number) where awb_number is not null;
create index shipments_newest on shipments (organization_id, created_at desc, id desc);
create index shipments_by_status on shipments (organization_id, status, created_at desc, id desc);
create index shipments_tracking_due on shipments (tracking_due_at) where tracking_due_at is not null;

create table tracking_events (
  organization_id text not null,
  id text not null,
  shipment_id text not null,
  -- What makes a scan the same scan when a courier sends it again.
  fingerprint text not null,
  status text not null,
  description text not null,
  location text,
  event_time timestamptz not null,
  received_at timestamptz not null default now(),
  raw_status text,
  raw_status_code text,
  -- The version that this event gave the shipment; null when it changed no status.
  version integer,
  primary key (organization_id, shipment_id, id),
  constraint tracking_events_once unique (organization_id, shipment_id, fingerprint)
);

-- A booking is one wish of a merchant; while it is OPEN no other booking, edit or cancel of the draft may start.
create table bookings (
  organization_id text not null,
  id text not null,
  shipment_id text not null,
  operation_id text not null,
  status text not null check (status in ('OPEN', 'BOOKED', 'FAILED')),
  -- Candidates and the reason for each place, as the rate service answered: the decision record.
  candidates jsonb not null,
  trace jsonb not null,
  -- False when a carrier or brand was named: then there is no fail-over.
  may_fail_over boolean not null,
  failure jsonb,
  started_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (organization_id, id)
);
create unique index bookings_one_open on bookings (organization_id, shipment_id) where status = 'OPEN';
create index bookings_by_shipment on bookings (organization_id, shipment_id, started_at);

-- An attempt is one candidate of a booking: the intent that is written before anything leaves the process.
create table booking_attempts (
  organization_id text not null,
  id text not null,
  booking_id text not null,
  shipment_id text not null,
  attempt_number integer not null,
  carrier_id text not null,
  -- Our reference at the courier, by which a consignment is found again: 20 characters of A-Z and 0-9.
  reference text not null,
  candidate jsonb not null,
  -- RESERVING: nothing left the process but the hold. SENT: the courier may have been called. RELEASED: nothing is held and no
  -- consignment is known. BOOKED: the consignment is the shipment's.
  step text not null check (step in ('RESERVING', 'SENT', 'BOOKED', 'RELEASED')),
  sent_at timestamptz,
  awb_number text,
  last_error text,
  -- The process that works on it renews this lease; the recovery loop takes over when it has run out.
  lease_until timestamptz not null,
  recovery_tries integer not null default 0,
  -- After an unknown outcome was released: until then the reference is looked up again, and a late consignment is cancelled.
  watch_until timestamptz,
  started_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (organization_id, id),
  constraint booking_attempts_reference_once unique (reference)
);
create index booking_attempts_by_booking on booking_attempts (organization_id, booking_id, attempt_number);
create index booking_attempts_unsettled on booking_attempts (lease_until) where step in ('RESERVING', 'SENT');
create index booking_attempts_watched on booking_attempts (lease_until) where watch_until is not null;

-- What a courier still has to be told: written in the transaction that decides it, done by a loop, kept until settled.
create table courier_tasks (
  organization_id text not null,
  id text not null,
  kind text not null check (kind in ('REQUEST_PICKUP', 'CANCEL')),
  shipment_id text not null,
  courier text not null,
  awb_number text not null,
  status text not null default 'DUE' check (status in ('DUE', 'DONE', 'GIVEN_UP')),
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (organization_id, id),
  constraint courier_tasks_once unique (organization_id, kind, awb_number)
);
create index courier_tasks_due on courier_tasks (due_at) where status = 'DUE';

-- Pushes as they came, byte for byte, authenticated before they are kept (the token itself is not); applied by a loop. The
-- fingerprint makes a repeated push one row.
create table courier_pushes (
  id text primary key,
  courier text not null,
  fingerprint text not null unique,
  body bytea not null,
  status text not null default 'DUE' check (status in ('DUE', 'APPLIED', 'DEAD')),
  reason text,
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  received_at timestamptz not null default now(),
  applied_at timestamptz
);
create index courier_pushes_due on courier_pushes (due_at) where status = 'DUE';

create table pickup_addresses (
  organization_id text not null,
  id text not null,
  created_by_operation text not null,
  address jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint pickup_addresses_operation_once unique (organization_id, created_by_operation)
);
create unique index pickup_addresses_one_default on pickup_addresses (organization_id) where is_default;

create table labels (
  organization_id text not null,
  shipment_id text not null,
  awb_number text not null,
  is_ours boolean not null,
  content_type text not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, shipment_id, awb_number)
);
