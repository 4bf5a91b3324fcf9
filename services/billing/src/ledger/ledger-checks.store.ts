import type { Db } from '@freight/database';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** What the ledger says and what a replay of it says instead. */
export type Difference = { organizationId: string; where: string; expected: string; found: string };

type LedgerCheck = { check: string; find: (trx: Db<Tables>) => Promise<Difference | undefined> };

/** In the order in which a difference is most telling: a journal that was reworded also breaks no sum, but a digest. */
export const ledgerChecks: readonly LedgerCheck[] = [
  check(
    'a journal has the digest of its content',
    sql`
    select organization_id, 'journal ' || id as place, encode(journal_digest(j), 'hex') as expected,
      encode(digest, 'hex') as found
    from journals j where digest <> journal_digest(j)
    order by organization_id, created_at limit 1`,
  ),
  // In the order of the primary key, so that the window needs no sort.
  check(
    'an entry follows from the one before it',
    sql`
    select organization_id, account || ' entry ' || seq as place,
      concat_ws(' ', 'seq', next_seq, 'balance', balance_paise, 'held', held_paise, 'hash',
        encode(coalesce(next_hash, ''), 'hex')) as expected,
      concat_ws(' ', 'seq', seq, 'balance', balance_after_paise, 'held', held_after_paise, 'hash', encode(hash, 'hex')) as found
    from (
      select e.organization_id, e.account, e.seq, e.balance_after_paise, e.held_after_paise, e.hash,
        row_number() over chain as next_seq,
        sum(e.amount_paise) over chain as balance_paise,
        sum(e.held_paise) over chain as held_paise,
        chain_hash(coalesce(lag(e.hash) over chain, ''), j.digest, e.account, e.seq, e.amount_paise, e.held_paise, e.category,
          e.balance_after_paise, e.held_after_paise) as next_hash
      from entries e left join journals j on j.organization_id = e.organization_id and j.id = e.journal_id
      window chain as (partition by e.organization_id, e.account order by e.seq)
    ) replay
    where seq <> next_seq or balance_after_paise <> balance_paise or held_after_paise <> held_paise
      or hash is distinct from next_hash
    order by organization_id, account, seq limit 1`,
  ),
  check(
    'a journal sums to zero',
    sql`
    select organization_id, 'journal ' || journal_id as place, '0' as expected, sum(amount_paise)::text as found
    from entries group by organization_id, journal_id having sum(amount_paise) <> 0
    order by organization_id, journal_id limit 1`,
  ),
  check(
    'a stored balance is the sum of its entries',
    sql`
    select organization_id, account as place,
      concat_ws(' ', 'entries', entries, 'balance', balance_sum, 'held', held_sum, 'head', encode(last_hash, 'hex')) as expected,
      concat_ws(' ', 'entries', entry_count, 'balance', balance_paise, 'held', held_paise, 'head', encode(head_hash, 'hex'))
        as found
    from (
      select a.*, coalesce(s.entries, 0) as entries, coalesce(s.balance_sum, 0) as balance_sum,
        coalesce(s.held_sum, 0) as held_sum, coalesce(newest.hash, '') as last_hash
      from accounts a
      left join (
        select organization_id, account, count(*) as entries, max(seq) as seq, sum(amount_paise) as balance_sum,
          sum(held_paise) as held_sum
        from entries group by organization_id, account
      ) s using (organization_id, account)
      left join entries newest using (organization_id, account, seq)
    ) replay
    where entry_count <> entries or balance_paise <> balance_sum or held_paise <> held_sum or head_hash <> last_hash
    order by organization_id, account limit 1`,
  ),
  check(
    'what a wallet holds is the sum of its open reservations and weight discrepancies',
    sql`
    select a.organization_id, 'held amount' as place, coalesce(open.total_paise, 0)::text as expected,
      a.held_paise::text as found
    from accounts a left join (
      select organization_id, sum(total_paise) as total_paise from (
        select organization_id, total_paise from reservations where status = 'HELD'
        union all
        select organization_id, held_paise from weight_discrepancies where status in ('OPEN', 'DISPUTED')
      ) hold group by organization_id
    ) open using (organization_id)
    where a.account = 'wallet' and a.held_paise <> coalesce(open.total_paise, 0)
    order by a.organization_id limit 1`,
  ),
  check(
    'the accounts of COD are what parcels and payouts say',
    sql`
    select a.organization_id, a.account as place, coalesce(said.paise, 0)::text as expected, a.balance_paise::text as found
    from accounts a left join (
      select organization_id, 'cod_payable' as account, sum(cod_amount_paise) as paise
        from cod_parcels where status = 'OWED' group by organization_id
      union all
      select organization_id, 'cod_receivable',
          sum(received_paise) - coalesce(sum(cod_amount_paise) filter (where status <> 'REVERSED'), 0)
        from cod_parcels group by organization_id
      union all
      select organization_id, 'cod_in_transit', sum(net_amount_paise)
        from remittances where status in ('PENDING', 'PROCESSING') group by organization_id
    ) said using (organization_id, account)
    where a.account in ('cod_payable', 'cod_receivable', 'cod_in_transit') and a.balance_paise <> coalesce(said.paise, 0)
    order by a.organization_id, a.account limit 1`,
  ),
  check(
    'a payout is the sum of its parcels',
    sql`
    select r.organization_id, 'remittance ' || r.remittance_number as place, coalesce(sum(i.cod_amount_paise), 0)::text as expected,
      r.cod_amount_paise::text as found
    from remittances r
    left join remittance_items i on i.organization_id = r.organization_id and i.remittance_id = r.id
    group by r.organization_id, r.id, r.remittance_number, r.cod_amount_paise
    having r.cod_amount_paise <> coalesce(sum(i.cod_amount_paise), 0)
    order by r.organization_id, r.remittance_number limit 1`,
  ),
  check(
    'a parcel is in the payout that it names, and paid out by no other',
    sql`
    select p.organization_id, 'cash of ' || p.shipment_id as place, case p.status when 'REMITTED' then p.remittance_id else 'none' end as expected,
      coalesce(string_agg(live.remittance_id, ', ' order by live.remittance_id), 'none') as found
    from cod_parcels p left join (
      select i.organization_id, i.shipment_id, i.remittance_id
      from remittance_items i
      join remittances r on r.organization_id = i.organization_id and r.id = i.remittance_id
      where r.status <> 'FAILED' and not i.is_recovered
    ) live on live.organization_id = p.organization_id and live.shipment_id = p.shipment_id
    group by p.organization_id, p.shipment_id, p.status, p.remittance_id
    having coalesce(string_agg(live.remittance_id, ', ' order by live.remittance_id), 'none')
      <> case p.status when 'REMITTED' then p.remittance_id else 'none' end
    order by p.organization_id, p.shipment_id limit 1`,
  ),
  check(
    'a settled reservation has its journals',
    sql`
    select organization_id, 'reservation ' || attempt_id as place, array_to_string(facts, ', ') as expected,
      array_to_string(booked, ', ') as found
    from (
      select r.organization_id, r.attempt_id, r.facts,
        array(select j.fact from journals j where j.organization_id = r.organization_id and j.fact = any(r.possible)
          order by j.fact) as booked
      from (
        select organization_id, attempt_id,
          array['post:' || attempt_id, 'refund:' || attempt_id, 'release:' || attempt_id, 'reserve:' || attempt_id] as possible,
          array_remove(array[
            case when posted_at is not null then 'post:' || attempt_id end,
            case when status = 'REFUNDED' and posted_at is not null then 'refund:' || attempt_id end,
            case when status in ('RELEASED', 'REFUNDED') and posted_at is null and shipment_id is not null
              then 'release:' || attempt_id end,
            case when shipment_id is not null then 'reserve:' || attempt_id end
          ], null) as facts
        from reservations
      ) r
    ) settled
    where facts <> booked
    order by organization_id, attempt_id limit 1`,
  ),
];

/** How much there is, and one hash that stands for all of it. */
export const countLedger = async (
  trx: Db<Tables>,
): Promise<{
  verified_at: Date;
  counts: { accounts: number; journals: number; entries: number; reservations: number };
  head: string;
}> => {
  const { rows } = await sql<{
    verified_at: Date;
    accounts: number;
    journals: number;
    entries: number;
    reservations: number;
    head: string;
  }>`
    select clock_timestamp() as verified_at,
      (select count(*) from accounts) as accounts, (select count(*) from journals) as journals,
      (select count(*) from entries) as entries, (select count(*) from reservations) as reservations,
      (select encode(sha256(coalesce(string_agg(head_hash, '' order by organization_id, account), '')), 'hex')
        from accounts where entry_count > 0) as head`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table gives one row');
  const { verified_at, head, ...counts } = row;
  return { verified_at, head, counts };
};

function check(name: string, statement: RawBuilder<unknown>): LedgerCheck {
  return {
    check: name,
    find: async (trx) => {
      const { rows } = await sql<{ organization_id: string; place: string; expected: string; found: string }>`
        ${statement}`.execute(trx);
      const [row] = rows;
      if (row === undefined) return undefined;
      return { organizationId: row.organization_id, where: row.place, expected: row.expected, found: row.found };
    },
  };
}
