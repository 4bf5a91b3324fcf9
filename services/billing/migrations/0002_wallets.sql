-- expand
-- Wallets (what the operator configured) and reservations (what booking attempts hold, took or gave back).

create table wallets (
  organization_id text primary key,
  id text not null unique,
  type text not null check (type in ('PREPAID', 'POSTPAID')),
  is_active boolean not null default true,
  cod_delay_days integer not null,
  cod_payout_weekdays text[] not null,
  -- The account number is kept masked: the full one is needed nowhere in here, so nobody can read it out of here.
  bank_account jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One row a booking attempt. HELD: in the wallet's held amount. POSTED: debited. RELEASED: the booking failed, nothing is held; also
-- the tombstone of an attempt that never reserved. REFUNDED: the booking was cancelled, hold or debit were given back.
create table reservations (
  organization_id text not null,
  attempt_id text not null,
  id text not null,
  status text not null check (status in ('HELD', 'POSTED', 'RELEASED', 'REFUNDED')),
  freight_paise bigint not null default 0 check (freight_paise >= 0),
  cod_paise bigint not null default 0 check (cod_paise >= 0),
  vas_paise bigint not null default 0 check (vas_paise >= 0),
  gst_paise bigint not null default 0 check (gst_paise >= 0),
  total_paise bigint not null default 0,
  -- Null on a tombstone, which knows nothing of a shipment.
  shipment_id text,
  order_reference_number text,
  -- The statement's line, worded when the price was known.
  description text,
  reason jsonb,
  awb_number text,
  settlement_reason text,
  created_at timestamptz not null default now(),
  posted_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  primary key (organization_id, attempt_id),
  constraint reservations_total check (total_paise = freight_paise + cod_paise + vas_paise + gst_paise),
  constraint reservations_tombstone check (status = 'RELEASED' or shipment_id is not null)
);
create index reservations_held on reservations (organization_id) include (total_paise) where status = 'HELD';

-- Each reservation is settled once, and what it is about never changes.
create function check_reservation_change() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('HELD', 'POSTED'), ('HELD', 'RELEASED'), ('HELD', 'REFUNDED'), ('POSTED', 'REFUNDED')) then
    raise exception 'reservation % cannot go from % to %', old.attempt_id, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  if (old.organization_id, old.attempt_id, old.id, old.freight_paise, old.cod_paise, old.vas_paise, old.gst_paise, old.total_paise)
    is distinct from
    (new.organization_id, new.attempt_id, new.id, new.freight_paise, new.cod_paise, new.vas_paise, new.gst_paise, new.total_paise)
  then
    raise exception 'the price of reservation % is fixed', old.attempt_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reservations_settle_once before update on reservations for each row execute function check_reservation_change();
create trigger reservations_no_delete before delete on reservations for each row execute function refuse_change();
create trigger reservations_no_truncate before truncate on reservations for each statement execute function refuse_change();
revoke delete, truncate on reservations from {{role}};
