import { createHash } from 'node:crypto';
import { z } from 'zod';

export type ProofVerdict = { isSound: boolean; message: string };

/**
 * Checks a ledger proof by itself: every entry follows from the one before it, every balance is the sum so far, the last hash is
 * the head that the title names. The rules, to be checked with any program, are in docs/ledger-proof.md.
 *
 * @param lines of the file; one is in memory at a time
 * @param earlierHead head of a proof of the same wallet kept from before: history that it covers must not have changed
 */
export const checkLedgerProof = async (lines: AsyncIterable<string>, earlierHead?: string): Promise<ProofVerdict> => {
  let expected: z.output<typeof title> | undefined;
  let last = { seq: 0, balancePaise: 0, heldPaise: 0, hash: '' };
  let hasEarlierHead = earlierHead === undefined;

  for await (const line of lines) {
    if (expected === undefined) {
      expected = title.parse(JSON.parse(line));
      continue;
    }
    const found = entry.parse(JSON.parse(line));
    const balancePaise = last.balancePaise + found.amountPaise;
    const heldPaise = last.heldPaise + found.heldPaise;
    const hash = hashOf(last.hash, expected.account, found);
    if (found.seq !== last.seq + 1) return unsound(`entry ${found.seq} stands where ${last.seq + 1} should`);
    if (found.balanceAfterPaise !== balancePaise || found.heldAfterPaise !== heldPaise) {
      return unsound(`the balance after entry ${found.seq} is not the sum of the entries`);
    }
    if (found.hash !== hash) return unsound(`entry ${found.seq} does not follow from the one before it`);
    if (!belongsTo(expected.organizationId, found.journal)) {
      return unsound(`entry ${found.seq} is of another organization`);
    }
    last = { seq: found.seq, balancePaise, heldPaise, hash };
    hasEarlierHead ||= hash === earlierHead;
  }

  if (expected === undefined) return unsound('the file is empty');
  if (last.seq !== expected.entries) return unsound(`there are ${last.seq} entries of ${expected.entries}`);
  if (last.hash !== expected.head) return unsound('the last entry is not the head that the title names');
  if (!hasEarlierHead) return unsound('the head kept from before is not part of this chain: history was changed');
  const balance = (last.balancePaise / 100).toFixed(2);
  return { isSound: true, message: `${last.seq} entries, balance INR ${balance}, head ${last.hash}` };
};

const title = z.object({
  format: z.literal('freight-ledger-proof/1'),
  organizationId: z.string(),
  account: z.string(),
  entries: z.int(),
  head: z.string(),
});

const entry = z.object({
  seq: z.int(),
  amountPaise: z.int(),
  heldPaise: z.int(),
  category: z.string().nullable(),
  balanceAfterPaise: z.int(),
  heldAfterPaise: z.int(),
  hash: z.string(),
  journal: z.string(),
});
type Entry = z.output<typeof entry>;

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const hashOf = (
  previous: string,
  account: string,
  { seq, amountPaise, heldPaise, category, balanceAfterPaise, heldAfterPaise, journal }: Entry,
): string => {
  const words = [account, seq, amountPaise, heldPaise, category ?? '', balanceAfterPaise, heldAfterPaise].join('|');
  return sha256(Buffer.from(previous, 'hex'), sha256(journal), words).toString('hex');
};

const journalContent = z.tuple([z.string()]).rest(z.unknown());

const belongsTo = (organizationId: string, journal: string): boolean =>
  journalContent.parse(JSON.parse(journal))[0] === organizationId;

const unsound = (message: string): ProofVerdict => ({ isSound: false, message });
