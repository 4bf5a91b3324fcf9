import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type ProofEntry = {
  seq: number;
  amountPaise: number;
  heldPaise: number;
  category: string | null;
  balanceAfterPaise: number;
  heldAfterPaise: number;
  hash: string;
  /** The text whose SHA-256 is the journal's digest. */
  journal: string;
};

/** The newest entry of the wallet's chain; undefined without a wallet. */
export const findChainHead = async (
  db: Db<Tables>,
  organizationId: string,
): Promise<{ entries: number; head: string } | undefined> => {
  const { rows } = await sql<{ entries: number; head: string }>`
    select entry_count as entries, encode(head_hash, 'hex') as head from accounts
    where organization_id = ${organizationId} and account = 'wallet'`.execute(db);
  return rows[0];
};

/** Entries of the wallet's chain in order, from behind `afterSeq` up to `uptoSeq`. */
export const listProofEntries = async (
  db: Db<Tables>,
  organizationId: string,
  { afterSeq, uptoSeq, limit }: { afterSeq: number; uptoSeq: number; limit: number },
): Promise<ProofEntry[]> => {
  const { rows } = await sql<ProofEntry>`
    select e.seq, e.amount_paise as "amountPaise", e.held_paise as "heldPaise", e.category,
      e.balance_after_paise as "balanceAfterPaise", e.held_after_paise as "heldAfterPaise", encode(e.hash, 'hex') as hash,
      journal_content(j) as journal
    from entries e join journals j on j.organization_id = e.organization_id and j.id = e.journal_id
    where e.organization_id = ${organizationId} and e.account = 'wallet' and e.seq > ${afterSeq} and e.seq <= ${uptoSeq}
    order by e.seq limit ${limit}`.execute(db);
  return rows;
};
