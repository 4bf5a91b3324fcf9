-- expand
-- Charges that follow a booking: return to origin, COD charge given back, another weight. And the accounts of COD.

alter table accounts drop constraint accounts_account_check;
alter table accounts add constraint accounts_account_check check (account in (
  'wallet', 'clearing', 'freight_revenue', 'cod_revenue', 'vas_revenue', 'rto_revenue', 'gst_payable', 'adjustments',
  'cod_receivable', 'cod_payable', 'cod_in_transit'));
alter table journals drop constraint journals_kind_check;
alter table journals add constraint journals_kind_check check (kind in (
  'RESERVE', 'POST', 'RELEASE', 'REFUND', 'RECHARGE', 'ADJUSTMENT', 'CHARGE', 'COD', 'REMITTANCE'));

-- Whoever opens a wallet opens all accounts, also the version of the program that knows only some of them.
create function open_accounts() returns trigger language plpgsql as $$
begin
  insert into accounts (organization_id, account)
  select new.organization_id, account from unnest(array[
    'clearing', 'freight_revenue', 'cod_revenue', 'vas_revenue', 'rto_revenue', 'gst_payable', 'adjustments',
    'cod_receivable', 'cod_payable', 'cod_in_transit']) account
  on conflict do nothing;
  return null;
end $$;
create trigger accounts_open_all after insert on accounts
  for each row when (new.account = 'wallet') execute function open_accounts();
insert into accounts (organization_id, account)
  select wallet.organization_id, added.account
  from accounts wallet, unnest(array['rto_revenue', 'cod_receivable', 'cod_payable', 'cod_in_transit']) added (account)
  where wallet.account = 'wallet';

-- What a booked shipment costs now. It begins as what was booked, and changes with the courier's facts; the row is the turnstile
-- of these changes, so that each is booked once and against what was booked before it.
create table shipment_charges (
  organization_id text not null,
  shipment_id text not null,
  attempt_id text not null,
  -- The parts of the price as they are charged now; `rtoPaise` is what a return costs.
  price jsonb not null,
  weight_grams integer not null,
  -- Does the parcel go back? And the version of the event that said so: an older one changes nothing.
  is_returning boolean not null default false,
  return_version integer not null default 0,
  -- What is taken for the return and given back of the COD charge, each with its GST; all 0 while it does not go back.
  rto_net_paise bigint not null default 0 check (rto_net_paise >= 0),
  rto_gst_paise bigint not null default 0 check (rto_gst_paise >= 0),
  cod_back_net_paise bigint not null default 0 check (cod_back_net_paise >= 0),
  cod_back_gst_paise bigint not null default 0 check (cod_back_gst_paise >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, shipment_id)
);
revoke delete, truncate on shipment_charges from {{role}};

create index reservations_by_awb on reservations (awb_number) where awb_number is not null;
create index reservations_by_shipment on reservations (organization_id, shipment_id);
