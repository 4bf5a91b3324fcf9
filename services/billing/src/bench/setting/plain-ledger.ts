/** A double-entry ledger as one writes it by hand: balances, journals, entries, and nothing that proves them. */
export const plainTables = (role: string): string => `
  create table plain_accounts (organization integer, account text, balance bigint, held bigint,
    primary key (organization, account)) with (fillfactor = 50);
  create table plain_reservations (id bigint primary key, organization integer, amount bigint, status text);
  create table plain_journals (id bigint primary key, organization integer, description text, created_at timestamptz);
  create table plain_entries (journal bigint, organization integer, account text, amount bigint, held bigint);
  create index on plain_entries (organization, journal);
  create sequence plain_ids;
  grant select, insert, update on all tables in schema billing to ${role};
  grant usage on all sequences in schema billing to ${role};
  revoke insert, update on accounts, journals, entries from ${role};
  grant insert (organization_id, account), update (credit_limit_paise) on accounts to ${role};`;

/** Reserve, then post: each a transaction. */
export const plainScript = (wallets: number): string => `\\set wallet random(1, ${wallets})
\\set attempt random(1, 9000000000000000)
begin;
update plain_accounts set held = held + 100 where organization = :wallet and account = 'wallet';
insert into plain_reservations values (:attempt, :wallet, 100, 'HELD');
with journal as (insert into plain_journals values (nextval('plain_ids'), :wallet, 'Hold: ORD-1', now()) returning id)
  insert into plain_entries select id, :wallet, 'wallet', 0, 100 from journal;
end;
begin;
update plain_reservations set status = 'POSTED' where id = :attempt and status = 'HELD';
update plain_accounts set balance = balance - 100, held = held - 100 where organization = :wallet and account = 'wallet';
update plain_accounts set balance = balance + 25 where organization = :wallet and account <> 'wallet';
with journal as (insert into plain_journals values (nextval('plain_ids'), :wallet, 'Booking of ORD-1', now()) returning id)
  insert into plain_entries select id, :wallet, account, amount, held from journal, (values
    ('wallet', -100, -100), ('freight', 70, 0), ('cod', 10, 0), ('vas', 5, 0), ('gst', 15, 0)) line (account, amount, held);
end;
`;
