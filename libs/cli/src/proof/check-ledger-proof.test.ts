import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkLedgerProof } from './check-ledger-proof.ts';

const sha = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** A wallet that got ₹1,000 and paid ₹118 for a parcel, written down by hand from docs/ledger-proof.md. */
const proof = () => {
  const journals = ['["org_1","jnl_1","recharge:UTR"]', '["org_1","jnl_2","post:bkg_1"]'];
  const first = sha(sha(journals[0] ?? ''), 'wallet|1|100000|0|RECHARGE|100000|0');
  const second = sha(first, sha(journals[1] ?? ''), 'wallet|2|-11800|0|FREIGHT|88200|0');
  const entries = [
    { seq: 1, amountPaise: 100_000, heldPaise: 0, category: 'RECHARGE', balanceAfterPaise: 100_000 },
    { seq: 2, amountPaise: -11_800, heldPaise: 0, category: 'FREIGHT', balanceAfterPaise: 88_200 },
  ].map((entry, index) => ({
    ...entry,
    heldAfterPaise: 0,
    hash: [first, second][index]?.toString('hex'),
    journal: journals[index],
  }));
  const head = second.toString('hex');
  const title = { format: 'freight-ledger-proof/1', organizationId: 'org_1', account: 'wallet', entries: 2, head };
  return { title, entries, head, firstHead: first.toString('hex') };
};

const check = (lines: readonly unknown[], earlierHead?: string) => checkLedgerProof(linesOf(lines), earlierHead);

async function* linesOf(lines: readonly unknown[]): AsyncGenerator<string> {
  for (const line of lines) yield JSON.stringify(line);
}

describe('checking a ledger proof', () => {
  test('a proof made by the documented rules is sound, and holds the heads of those before it', async () => {
    const { title, entries, head, firstHead } = proof();
    expect(await check([title, ...entries], firstHead)).toEqual({
      isSound: true,
      message: `2 entries, balance INR 882.00, head ${head}`,
    });
  });

  const { title, entries, firstHead } = proof();
  const changed = (index: number, change: object) =>
    entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

  test.each([
    ['a changed amount', [title, ...changed(1, { amountPaise: -10_000 })], /not the sum/],
    [
      'a changed amount with its balance',
      [title, ...changed(1, { amountPaise: -1, balanceAfterPaise: 99_999 })],
      /follow/,
    ],
    ['reworded journal', [title, ...changed(0, { journal: '["org_1","jnl_1","gift"]' })], /entry 1 does not follow/],
    ['a changed category', [title, ...changed(0, { category: 'ADJUSTMENT' })], /entry 1 does not follow/],
    ['a missing entry', [title, ...entries.slice(1)], /entry 2 stands where 1 should/],
    ['a missing end', [title, ...entries.slice(0, 1)], /1 entries of 2/],
    ['another head', [{ ...title, head: firstHead }, ...entries], /not the head/],
    ['another organization', [{ ...title, organizationId: 'org_2' }, ...entries], /another organization/],
    ['nothing', [], /empty/],
  ])('%s is found', async (_name, lines, message) => {
    expect(await check(lines)).toEqual({ isSound: false, message: expect.stringMatching(message) });
  });

  test('a head from before that is not in the chain is found', async () => {
    const { isSound, message } = await check([title, ...entries], 'ab'.repeat(32));
    expect([isSound, message]).toEqual([false, expect.stringContaining('history was changed')]);
  });
});
