-- expand
-- Weights that couriers bill, and what became of each.

create table weight_adjustments (
  organization_id text not null,
  id text not null,
  shipment_id text not null,
  awb_number text not null,
  billed_weight_grams integer not null check (billed_weight_grams > 0),
  charged_weight_grams integer not null,
  previous_charged_weight_grams integer not null,
  difference_paise bigint not null,
  evidence_url text,
  -- Set when it ended a discrepancy.
  discrepancy_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);
create index weight_adjustments_of_shipment on weight_adjustments (organization_id, shipment_id, created_at desc);
revoke update, delete, truncate on weight_adjustments from {{role}};

create table weight_discrepancies (
  organization_id text not null,
  id text not null,
  shipment_id text not null,
  attempt_id text not null,
  awb_number text not null,
  order_reference_number text,
  status text not null check (status in ('OPEN', 'ACCEPTED', 'DISPUTED', 'UPHELD', 'WAIVED', 'EXPIRED')),
  charged_weight_grams integer not null,
  courier_weight_grams integer not null,
  new_charged_weight_grams integer not null,
  -- The price at the courier's weight, on the card version of the booking.
  new_price jsonb not null,
  -- The difference: held while OPEN or DISPUTED.
  held_paise bigint not null check (held_paise > 0),
  evidence_url text,
  dispute_reason text,
  dispute_evidence_urls text[] not null default '{}',
  decision_reason text,
  respond_by timestamptz not null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint weight_discrepancies_id unique (id)
);
create unique index weight_discrepancies_one_open on weight_discrepancies (organization_id, shipment_id)
  where status in ('OPEN', 'DISPUTED');
create index weight_discrepancies_newest on weight_discrepancies (organization_id, created_at desc, id desc);
create index weight_discrepancies_due on weight_discrepancies (respond_by) where status = 'OPEN';
revoke delete, truncate on weight_discrepancies from {{role}};
