import { createHash } from 'node:crypto';
import { postReservation, reserveCharge } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdmin, type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

/** What the database itself refuses, whatever this service's code may do. */
describe('the rules of the ledger', () => {
  let service: BillingForTest;
  let organizationId: string;
  beforeAll(async () => {
    service = await startBillingForTest();
    organizationId = await openWallet(service);
  });
  afterAll(() => service.stop());

  const asService = (statement: string) => sql.raw(statement).execute(service.db);

  test.each([
    'update entries set amount_paise = amount_paise + 1',
    'delete from entries',
    'truncate entries',
    "update journals set description = 'something else'",
    'delete from journals',
    'truncate journals, entries',
    'insert into entries select * from entries limit 1',
    'insert into journals select * from journals limit 1',
    'update accounts set balance_paise = balance_paise + 1',
    'update accounts set held_paise = 0',
    'delete from accounts',
    'delete from reservations',
  ])('the service’s role may not %s', async (statement) => {
    await expect(asService(statement)).rejects.toThrow(/permission denied/);
  });

  test.each([
    'update entries set amount_paise = amount_paise + 1',
    'delete from entries',
    'truncate entries',
    "update journals set description = 'something else'",
    'delete from journals',
    'truncate journals cascade',
  ])('not even the owner may %s', async (statement) => {
    await expect(asAdmin(service, statement)).rejects.toThrow(/append-only/);
  });

  const book = (fact: string, lines: string) =>
    asService(`select book('${organizationId}', 'jnl_${fact}', '${fact}', 'ADJUSTMENT', 'ADJUSTMENT', '${fact}', null, null,
      'by hand', '{}', array[${lines}]::ledger_line[])`);

  test('a journal that does not sum to zero is refused at commit', async () => {
    await expect(
      book('lopsided', "row('wallet', 100, 0, 'ADJUSTMENT'), row('adjustments', -99, 0, null)"),
    ).rejects.toThrow(/out of balance by 1 paise/);
    await expect(book('single', "row('wallet', 100, 0, 'ADJUSTMENT')")).rejects.toThrow(/out of balance/);
  });

  test('a fact is recorded once', async () => {
    const lines = "row('wallet', 100, 0, 'ADJUSTMENT'), row('adjustments', -100, 0, null)";
    await book('fact', lines);
    await expect(
      asService(`select book('${organizationId}', 'jnl_other', 'fact', 'ADJUSTMENT', 'ADJUSTMENT', 'fact', null, null,
        'by hand', '{}', array[${lines}]::ledger_line[])`),
    ).rejects.toThrow(/journals_fact_once/);
  });

  test('a journal names each account once, and only accounts there are', async () => {
    await expect(
      book('twice', "row('wallet', 100, 0, 'ADJUSTMENT'), row('wallet', -100, 0, 'ADJUSTMENT')"),
    ).rejects.toThrow(/names an account twice/);
    await expect(book('unknown', "row('wallet', 100, 0, 'ADJUSTMENT'), row('savings', -100, 0, null)")).rejects.toThrow(
      /does not exist/,
    );
  });

  test('a reservation is settled once and its price is fixed', async () => {
    const context = organizationContext(organizationId);
    const charge = chargeOf(1_000);
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: 'AWB' });
    const where = `where attempt_id = '${charge.attemptId}'`;

    await expect(asService(`update reservations set status = 'HELD' ${where}`)).rejects.toThrow(
      /cannot go from POSTED/,
    );
    await expect(
      asService(
        `update reservations set status = 'REFUNDED', total_paise = 1, freight_paise = 1, gst_paise = 0 ${where}`,
      ),
    ).rejects.toThrow(/price of reservation .* is fixed/);
  });

  test('anyone can recompute the chain of an account from what is written beside it', async () => {
    const { rows } = await sql<{ line: string; digest: Buffer; hash: Buffer }>`
      select concat_ws('|', e.account, e.seq, e.amount_paise, e.held_paise, coalesce(e.category, ''), e.balance_after_paise,
        e.held_after_paise) as line, j.digest, e.hash
      from entries e join journals j on j.organization_id = e.organization_id and j.id = e.journal_id
      where e.organization_id = ${organizationId} and e.account = 'wallet' order by e.seq`.execute(service.db);

    let previous = Buffer.alloc(0);
    for (const { line, digest, hash } of rows) {
      previous = createHash('sha256').update(previous).update(digest).update(line).digest();
      expect(hash).toEqual(previous);
    }
    expect(rows.length).toBeGreaterThan(1);
  });
});
