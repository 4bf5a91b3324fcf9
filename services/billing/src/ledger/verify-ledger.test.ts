import {
  postReservation,
  refundReservation,
  releaseReservation,
  reserveCharge,
  verifyLedger,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asAdmin, type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.verify-ledger', () => {
  let service: BillingForTest;
  beforeEach(async () => {
    service = await startBillingForTest();
    await liveALittle(service);
  });
  afterEach(() => service.stop());

  const verify = () => service.call(verifyLedger, systemContext(), {});

  test('an untouched ledger is sound, and its head moves with every entry', async () => {
    const before = await verify();
    expect(before).toMatchObject({ isSound: true, firstDifference: null });
    expect(before.counts).toEqual({ accounts: 22, journals: 10, entries: 18, reservations: 4 });

    await openWallet(service);

    const after = await verify();
    expect(after).toMatchObject({ isSound: true });
    expect(after.head).not.toBe(before.head);
  });

  test.each([
    {
      tampering: 'a reworded journal',
      statement: "update journals set description = 'gift' where kind = 'POST'",
      check: 'a journal has the digest of its content',
    },
    {
      tampering: 'an altered amount',
      statement: "update entries set amount_paise = amount_paise + 100 where account = 'wallet' and seq = 1",
      check: 'an entry follows from the one before it',
    },
    {
      tampering: 'an altered amount with all later balances made to fit',
      statement: `update entries set amount_paise = amount_paise + case seq when 1 then 100 else 0 end,
        balance_after_paise = balance_after_paise + 100 where account in ('wallet', 'clearing')`,
      check: 'an entry follows from the one before it',
    },
    {
      tampering: 'a removed entry',
      statement: "delete from entries where account = 'wallet' and seq = 2",
      check: 'an entry follows from the one before it',
    },
    {
      tampering: 'a stored balance that no entry explains',
      statement: "update accounts set balance_paise = balance_paise + 1 where account = 'wallet'",
      check: 'a stored balance is the sum of its entries',
    },
    {
      tampering: 'a reservation that vanished with its hold still open',
      statement: "delete from reservations where status = 'HELD'",
      check: 'what a wallet holds is the sum of its open reservations and weight discrepancies',
    },
    {
      tampering: 'a debit whose reservation says it was never posted',
      statement: "update reservations set status = 'RELEASED', posted_at = null where status = 'POSTED'",
      check: 'a settled reservation has its journals',
    },
  ])('it finds $tampering', async ({ statement, check }) => {
    // An attacker with the administrator's rights: triggers and permissions do not stop them.
    await asAdmin(service, `set session_replication_role = replica; ${statement}`);

    expect(await verify()).toMatchObject({ isSound: false, firstDifference: { check } });
  });
});

/** One wallet with a reservation in each state; the test tenant's play money is the eighth journal. */
const liveALittle = async (service: BillingForTest): Promise<void> => {
  const context = organizationContext(await openWallet(service));
  const [held, posted, released, refunded] = [chargeOf(1_000), chargeOf(2_000), chargeOf(3_000), chargeOf(4_000)];
  for (const charge of [held, posted, released, refunded]) await service.call(reserveCharge, context, charge);
  await service.call(releaseReservation, context, { attemptId: released.attemptId, reason: 'refused' });
  for (const { attemptId } of [posted, refunded]) {
    await service.call(postReservation, context, { attemptId, awbNumber: 'AWB' });
  }
  await service.call(refundReservation, context, { attemptId: refunded.attemptId, reason: 'cancelled' });
};
