import { exportLedgerProof, FreightError } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import { readCursor } from '../csv/read-cursor.ts';
import type { Deps } from '../deps.ts';
import type { Tables } from '../tables.ts';
import { findChainHead, listProofEntries } from './proof.store.ts';

const entriesPerPiece = 500;

export const exportLedgerProofHandler = implement(
  exportLedgerProof,
  async ({ db }: Deps, _context, { organizationId, cursor }) => {
    if (cursor === undefined) return firstPiece(db, organizationId);

    // `<last entry written>-<entries when the proof was begun>`: what is booked meanwhile is not part of it.
    const [afterSeq, uptoSeq] = cursor.split('-').map((part) => readCursor(part) ?? 0);
    if (afterSeq === undefined || uptoSeq === undefined) return { text: '', next: null };
    const entries = await listProofEntries(db, organizationId, { afterSeq, uptoSeq, limit: entriesPerPiece });
    const last = entries.at(-1)?.seq ?? uptoSeq;
    return { text: entries.map(jsonLine).join(''), next: last < uptoSeq ? `${last}-${uptoSeq}` : null };
  },
);

const firstPiece = async (db: Db<Tables>, organizationId: string) => {
  const chain = await findChainHead(db, organizationId);
  if (chain === undefined) {
    throw new FreightError('NOT_FOUND', { message: 'No wallet is configured for this organization' });
  }
  const { entries, head } = chain;
  const title = { format: 'freight-ledger-proof/1', organizationId, account: 'wallet', entries, head };
  return { text: jsonLine(title), next: entries > 0 ? `0-${entries}` : null };
};

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;
