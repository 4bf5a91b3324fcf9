import { verifyLedger } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Tables } from '../tables.ts';
import { countLedger, type Difference, ledgerChecks } from './ledger-checks.store.ts';

export const verifyLedgerHandler = implement(verifyLedger, async ({ db }: Deps) => {
  const { verifiedAt, firstDifference, head, counts } = await verifyWholeLedger(db);
  return { isSound: firstDifference === null, verifiedAt: verifiedAt.toISOString(), counts, head, firstDifference };
});

export type LedgerVerdict = {
  verifiedAt: Date;
  counts: { accounts: number; journals: number; entries: number; reservations: number };
  /** Hash over the newest entry of every account, in hexadecimal. */
  head: string;
  firstDifference: (Difference & { check: string }) | null;
};

/**
 * Replays the ledger from zero and compares: every entry against its chain and running sums, every journal against its digest and
 * zero, every stored balance, every hold. One snapshot, read only; bookings go on meanwhile.
 */
export const verifyWholeLedger = (db: Db<Tables>): Promise<LedgerVerdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Reading ten million entries takes longer than a statement of a request may.
      await sql`set local statement_timeout = 0`.execute(trx);
      const { counts, head, verified_at: verifiedAt } = await countLedger(trx);
      for (const { check, find } of ledgerChecks) {
        const difference = await find(trx);
        if (difference !== undefined) return { verifiedAt, counts, head, firstDifference: { check, ...difference } };
      }
      return { verifiedAt, counts, head, firstDifference: null };
    });
