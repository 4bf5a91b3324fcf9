import { getWallet, newId, releaseReservation, reserveCharge } from '@freight/contracts';
import { eventually, organizationContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, priceOf, startBillingForTest } from '../billing.fixture.ts';

describe('billing.reserve', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('a hold leaves the balance and lowers what is available', async () => {
    const context = organizationContext(await openWallet(service, { balance: 1_000 }));

    const reservation = await service.call(reserveCharge, context, chargeOf(11_800));

    expect(reservation).toMatchObject({ status: 'HELD', amountPaise: 11_800 });
    expect(await service.call(getWallet, context, {})).toMatchObject({
      balance: 1_000,
      heldAmount: 118,
      availableBalance: 882,
    });
  });

  test('the same attempt twice holds once and answers the same', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(11_800);

    const first = await service.call(reserveCharge, context, charge);

    expect(await service.call(reserveCharge, context, charge)).toEqual(first);
    expect(await service.call(getWallet, context, {})).toMatchObject({ heldAmount: 118 });
  });

  test('of 50 parallel bookings over a balance that covers one, exactly one wins', async () => {
    const context = organizationContext(await openWallet(service, { balance: 100 }));

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => service.call(reserveCharge, context, chargeOf(10_000))),
    );

    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(49);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await service.call(getWallet, context, {})).toMatchObject({ heldAmount: 100, availableBalance: 0 });
  });

  /** Keeps the wallet's row from everybody until `meanwhile` is done: what runs then has looked, and waits to write. */
  const whileWalletIsLocked = <T>(organizationId: string, meanwhile: () => Promise<T>): Promise<T> =>
    service.db.transaction().execute(async (trx) => {
      await sql`select from accounts where organization_id = ${organizationId} and account = 'wallet' for update`.execute(
        trx,
      );
      return meanwhile();
    });

  const waiting = (count: number) =>
    eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        service.db,
      );
      expect(rows).toHaveLength(count);
    });

  test('bookings that all wait for the wallet at one moment are decided one after another', async () => {
    const organizationId = await openWallet(service, { balance: 100 });
    const context = organizationContext(organizationId);

    const { calls } = await whileWalletIsLocked(organizationId, async () => {
      const started = Array.from({ length: 4 }, () => service.call(reserveCharge, context, chargeOf(10_000)));
      const settled = Promise.allSettled(started);
      await waiting(4);
      return { calls: settled };
    });

    const outcomes = await calls;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await service.call(getWallet, context, {})).toMatchObject({ heldAmount: 100, availableBalance: 0 });
  });

  test('a reserve whose attempt is released while it waits for the wallet holds nothing', async () => {
    const organizationId = await openWallet(service, { balance: 100 });
    const context = organizationContext(organizationId);
    const charge = chargeOf(10_000);

    const { calls } = await whileWalletIsLocked(organizationId, async () => {
      const settled = Promise.allSettled([service.call(reserveCharge, context, charge)]);
      await waiting(1);
      await service.call(releaseReservation, context, { attemptId: charge.attemptId, reason: 'gave up' });
      return { calls: settled };
    });

    expect(await calls).toMatchObject([{ status: 'rejected', reason: { code: 'INVALID_STATE' } }]);
    expect(await service.call(getWallet, context, {})).toMatchObject({ heldAmount: 0, availableBalance: 100 });
  });

  test('50 parallel runs of one attempt hold once and all answer the same reservation', async () => {
    const context = organizationContext(await openWallet(service, { balance: 100 }));
    const charge = chargeOf(10_000);

    const answers = await Promise.all(Array.from({ length: 50 }, () => service.call(reserveCharge, context, charge)));

    expect(new Set(answers.map(({ reservationId }) => reservationId)).size).toBe(1);
    expect(await service.call(getWallet, context, {})).toMatchObject({ heldAmount: 100 });
  });

  test('a POSTPAID wallet is held down to its credit limit and no further', async () => {
    const context = organizationContext(await openWallet(service, { type: 'POSTPAID', creditLimit: 200, balance: 0 }));

    await service.call(reserveCharge, context, chargeOf(20_000));

    await expect(service.call(reserveCharge, context, chargeOf(1))).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 0, availableBalance: 0 });
  });

  test('an organization without a wallet is WALLET_NOT_CONFIGURED', async () => {
    const context = organizationContext(newId('organization'));
    await expect(service.call(reserveCharge, context, chargeOf(100))).rejects.toMatchObject({
      code: 'WALLET_NOT_CONFIGURED',
    });
  });

  test('a reserve that comes after the release of its attempt holds nothing', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    await service.call(releaseReservation, context, { attemptId: charge.attemptId, reason: 'gave up' });

    await expect(service.call(reserveCharge, context, charge)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await service.call(getWallet, context, {})).toMatchObject({ heldAmount: 0 });
  });

  test('the same attempt with another price is refused', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    await service.call(reserveCharge, context, charge);

    await expect(service.call(reserveCharge, context, { ...charge, price: priceOf(20_000) })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('a price whose parts do not add up is refused', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const price = { ...charge.price, gstPaise: charge.price.gstPaise + 1 };

    await expect(service.call(reserveCharge, context, { ...charge, price })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  test('a booking that costs nothing needs no balance', async () => {
    const context = organizationContext(await openWallet(service, { balance: 0 }));
    expect(await service.call(reserveCharge, context, chargeOf(0))).toMatchObject({ status: 'HELD', amountPaise: 0 });
  });
});
