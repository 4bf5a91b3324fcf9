-- expand
-- Lists: every filter of GET /shipments has an index in the list's own order, so a page costs what it shows and not what the
-- organization or the table has.
create index shipments_by_payment_mode on shipments (organization_id, payment_mode, created_at desc, id desc);
create index shipments_by_carrier on shipments (organization_id, carrier_id, created_at desc, id desc);
create index shipments_with_awb on shipments (organization_id, created_at desc, id desc) where awb_number is not null;
create index shipments_without_awb on shipments (organization_id, created_at desc, id desc) where awb_number is null;

-- One index for what two did: an AWB is looked up alone and is once a courier.
create unique index shipments_awb_of_courier_once on shipments (awb_number, courier) where awb_number is not null;
drop index shipments_awb_once;
drop index shipments_by_awb;

-- Both are in PostgreSQL's contrib and trusted: whoever owns the database may create them.
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

-- What `search` looks at, in lower case. A table of its own: these columns hardly change, while every scan rewrites the
-- shipment's row and its entries in all indexes, of which this one has about 65. Parts by organization, so that a search reads
-- the trigrams of a sixteenth of all organizations.
create table shipment_search (
  organization_id text not null,
  shipment_id text not null,
  created_at timestamptz not null,
  search_text text not null,
  primary key (organization_id, shipment_id)
) partition by hash (organization_id);

do $$
begin
  for part in 0..15 loop
    execute format(
      'create table shipment_search_%s partition of shipment_search for values with (modulus 16, remainder %s)', part, part
    );
  end loop;
end $$;

-- The fields stand apart by U+001F, which no search may contain: nothing is found across two of them.
create function search_text_of(shipments) returns text
  language sql immutable parallel safe
  return lower(concat_ws(
    e'\x1f', $1.shipment_number, $1.awb_number, $1.order_reference_number, $1.channel_order_id, $1.drop_to ->> 'name',
    $1.drop_to ->> 'phone'
  ));

insert into shipment_search (organization_id, shipment_id, created_at, search_text)
select organization_id, id, created_at, search_text_of(shipments) from shipments;

create index shipment_search_newest on shipment_search (organization_id, created_at desc, shipment_id desc);
-- New rows wait in a list of at most 512 KiB, which a search reads too (1 ms): without it an insert costs 0.3 ms more, with a
-- longer one the insert that empties it waits longer.
create index shipment_search_by_trigram on shipment_search
  using gin (organization_id, search_text public.gin_trgm_ops) with (gin_pending_list_limit = 512);

create function keep_shipment_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shipment_search (organization_id, shipment_id, created_at, search_text)
    values (new.organization_id, new.id, new.created_at, search_text_of(new));
  else
    update shipment_search set search_text = search_text_of(new)
    where organization_id = new.organization_id and shipment_id = new.id;
  end if;
  return null;
end $$;
create trigger keep_shipment_search
  after insert or update of awb_number, order_reference_number, channel_order_id, drop_to on shipments
  for each row execute function keep_shipment_search();
