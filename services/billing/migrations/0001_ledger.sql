-- expand
-- The ledger: double entry, append-only, hash-chained, in integer paise. An account is an organization's; a positive balance is
-- money that we owe to it or have earned from it, a negative one money that came in from outside. What a journal moves sums to
-- zero. A hold is not a movement: it sits beside the balance of the account (as pending transfers do in TigerBeetle), in the same
-- append-only entries and the same chain, so that the wallet's balances are exactly what a merchant's statement shows.
-- The service's role may read all of this and write none of it, except by calling book().

create table accounts (
  organization_id text not null,
  account text not null check (account in (
    'wallet', 'clearing', 'freight_revenue', 'cod_revenue', 'vas_revenue', 'gst_payable', 'adjustments')),
  -- Derived: sums over entries, kept so that nothing has to be summed to decide. verify_ledger recomputes them.
  balance_paise bigint not null default 0,
  held_paise bigint not null default 0 check (held_paise >= 0),
  -- Entries so far; the next one is entry_count + 1.
  entry_count bigint not null default 0,
  -- Hash of the newest entry; empty before the first.
  head_hash bytea not null default '',
  -- How far below zero a booking may take the balance. Only a POSTPAID wallet has any.
  credit_limit_paise bigint not null default 0 check (credit_limit_paise >= 0),
  primary key (organization_id, account),
  constraint accounts_limit_of_wallet check (account = 'wallet' or credit_limit_paise = 0)
  -- Half a page stays free, so that the many updates of a row find room beside it and touch no index.
) with (fillfactor = 50);

create table journals (
  organization_id text not null,
  id text not null,
  -- The business fact that this journal records, `post:bkg_…` or `recharge:UTR123`: it can be recorded once.
  fact text not null,
  kind text not null check (kind in ('RESERVE', 'POST', 'RELEASE', 'REFUND', 'RECHARGE', 'ADJUSTMENT')),
  reference_type text not null,
  reference_id text not null,
  awb_number text,
  order_reference_number text,
  description text not null,
  -- Why, in full: quote, rate card version, weight, parts of the price, operator's words.
  reason jsonb not null,
  created_at timestamptz not null,
  -- SHA-256 over all of the above; part of the hash of every entry, so that a journal cannot be reworded either.
  digest bytea not null,
  primary key (organization_id, id),
  constraint journals_fact_once unique (organization_id, fact)
);

create table entries (
  organization_id text not null,
  account text not null,
  -- Counts the entries of the account from 1 without gaps.
  seq bigint not null,
  journal_id text not null,
  amount_paise bigint not null,
  held_paise bigint not null,
  -- What a wallet entry is on the merchant's statement; null where it moves no money.
  category text check (category in (
    'RECHARGE', 'FREIGHT', 'COD_CHARGE', 'RTO', 'WEIGHT_ADJUSTMENT', 'REFUND', 'COD_REMITTANCE', 'ADJUSTMENT')),
  balance_after_paise bigint not null,
  held_after_paise bigint not null,
  hash bytea not null,
  primary key (organization_id, account, seq),
  constraint entries_account foreign key (organization_id, account) references accounts,
  constraint entries_journal foreign key (organization_id, journal_id) references journals,
  constraint entries_move_something check (amount_paise <> 0 or held_paise <> 0),
  constraint entries_category check ((category is not null) = (account = 'wallet' and amount_paise <> 0)),
  -- One line an account and journal: so a journal's wallet entry is one transaction of the statement.
  constraint entries_account_once unique (organization_id, journal_id, account)
);
-- The statement: all of it newest first, and one category of it.
create index entries_statement on entries (organization_id, seq desc) where category is not null;
create index entries_statement_by_category on entries (organization_id, category, seq desc) where category is not null;

-- jsonb text is canonical (one order of keys, one spacing), so the same journal always gives the same bytes.
create function journal_digest(journal journals) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    journal.organization_id, journal.id, journal.fact, journal.kind, journal.reference_type, journal.reference_id,
    journal.awb_number, journal.order_reference_number, journal.description, journal.reason,
    (extract(epoch from journal.created_at) * 1000000)::bigint
  )::text, 'UTF8'))
$$;

-- hash = sha256(hash before || digest of the journal || "account|seq|amount|held|category|balance after|held after").
create function chain_hash(
  previous bytea, digest bytea, account text, seq bigint, amount_paise bigint, held_paise bigint, category text,
  balance_after_paise bigint, held_after_paise bigint
) returns bytea language sql stable as $$
  select sha256(previous || digest || convert_to(
    account || '|' || seq::text || '|' || amount_paise::text || '|' || held_paise::text || '|' || coalesce(category, '')
      || '|' || balance_after_paise::text || '|' || held_after_paise::text, 'UTF8'))
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger journals_append_only before update or delete on journals for each row execute function refuse_change();
create trigger journals_no_truncate before truncate on journals for each statement execute function refuse_change();
create trigger entries_append_only before update or delete on entries for each row execute function refuse_change();
create trigger entries_no_truncate before truncate on entries for each statement execute function refuse_change();
create trigger accounts_no_delete before delete on accounts for each row execute function refuse_change();
create trigger accounts_no_truncate before truncate on accounts for each statement execute function refuse_change();

create function refuse_unbalanced() returns trigger language plpgsql as $$
declare
  difference bigint;
begin
  select sum(amount_paise) into difference from entries
   where organization_id = new.organization_id and journal_id = new.journal_id;
  if difference <> 0 then
    raise exception 'journal % is out of balance by % paise', new.journal_id, difference
      using errcode = 'check_violation', constraint = 'entries_balanced';
  end if;
  return null;
end $$;
-- Deferred: an entry alone never balances, the journal at commit must. A mere hold moves nothing, so it cannot unbalance.
create constraint trigger entries_balanced after insert on entries deferrable initially deferred
  for each row when (new.amount_paise <> 0) execute function refuse_unbalanced();

create type ledger_line as (account text, amount_paise bigint, held_paise bigint, category text);

-- Only this migration's schema, and temporary objects last: book() runs with its owner's rights.
select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- Books one journal: the only way into the ledger. Returns false, having written nothing, when within_limit is asked for and the
-- wallet, less its holds, would fall below its credit limit. A fact that is already booked violates journals_fact_once.
create function book(
  organization_id text, journal_id text, fact text, kind text, reference_type text, reference_id text, awb_number text,
  order_reference_number text, description text, reason jsonb, lines ledger_line[], within_limit boolean default false
) returns boolean language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
  available_paise bigint;
  moved_paise bigint;
  journal journals;
  line_count bigint;
  booked_count bigint;
begin
  -- The wallet's row is the organization's turnstile: every journal passes it first, whatever accounts it moves. So there is one
  -- order of locks and no deadlock, and created_at, taken behind it, never runs against seq.
  select a.balance_paise - a.held_paise + a.credit_limit_paise into available_paise
    from accounts a where a.organization_id = book.organization_id and a.account = 'wallet'
    for no key update;
  if not found then
    raise exception 'organization % has no wallet account', book.organization_id;
  end if;

  select count(*), coalesce(sum(line.amount_paise - line.held_paise) filter (where line.account = 'wallet'), 0)
    into line_count, moved_paise
    from unnest(book.lines) line where line.amount_paise <> 0 or line.held_paise <> 0;
  if book.within_limit and moved_paise < 0 and available_paise + moved_paise < 0 then
    return false;
  end if;

  journal := row(book.organization_id, book.journal_id, book.fact, book.kind, book.reference_type, book.reference_id,
    book.awb_number, book.order_reference_number, book.description, book.reason, clock_timestamp(), null);
  journal.digest := journal_digest(journal);
  insert into journals select journal.*;

  with moved as (
    update accounts a set
      balance_paise = a.balance_paise + line.amount_paise,
      held_paise = a.held_paise + line.held_paise,
      entry_count = a.entry_count + 1,
      head_hash = chain_hash(a.head_hash, journal.digest, a.account, a.entry_count + 1, line.amount_paise, line.held_paise,
        line.category, a.balance_paise + line.amount_paise, a.held_paise + line.held_paise)
    from unnest(book.lines) line
    where a.organization_id = book.organization_id and a.account = line.account
      and (line.amount_paise <> 0 or line.held_paise <> 0)
    returning a.account, a.entry_count, line.amount_paise, line.held_paise, line.category,
      a.balance_paise as balance_after_paise, a.held_paise as held_after_paise, a.head_hash
  )
  insert into entries (organization_id, account, seq, journal_id, amount_paise, held_paise, category, balance_after_paise,
    held_after_paise, hash)
  select book.organization_id, moved.account, moved.entry_count, book.journal_id, moved.amount_paise, moved.held_paise,
    moved.category, moved.balance_after_paise, moved.held_after_paise, moved.head_hash
  from moved;
  get diagnostics booked_count = row_count;
  if booked_count <> line_count then
    raise exception 'journal % names an account twice or one that does not exist', book.journal_id;
  end if;
  return true;
end $$;

revoke all on function book from public;
grant execute on function book to {{role}};
revoke insert, update, delete, truncate on accounts, journals, entries from {{role}};
grant insert (organization_id, account), update (credit_limit_paise) on accounts to {{role}};
