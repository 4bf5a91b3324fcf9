import {
  getWallet,
  listWalletTransactions,
  newId,
  postReservation,
  releaseReservation,
  reserveCharge,
} from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.release-reservation', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('releasing gives the hold back once and leaves no transaction', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.call(releaseReservation, context, { attemptId, reason: 'courier refused' }),
      ),
    );

    for (const answer of answers) expect(answer).toMatchObject({ status: 'RELEASED', amountPaise: 10_000 });
    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, availableBalance: 1_000 });
    const { meta } = await service.call(listWalletTransactions, context, { category: 'orders' });
    expect(meta.total).toBe(0);
  });

  test('a posted attempt cannot be released', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId, awbNumber: 'AWB1' });

    await expect(service.call(releaseReservation, context, { attemptId, reason: 'late' })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 900 });
  });

  test('an attempt that never reserved is settled as released', async () => {
    const context = organizationContext(await openWallet(service));
    const attemptId = newId('booking');

    const first = await service.call(releaseReservation, context, { attemptId, reason: 'gave up' });

    expect(first).toMatchObject({ status: 'RELEASED', amountPaise: 0 });
    expect(await service.call(releaseReservation, context, { attemptId, reason: 'again' })).toEqual(first);
  });

  test('a reserve and its release at the same moment never leave a hold', async () => {
    const context = organizationContext(await openWallet(service));
    const charges = Array.from({ length: 50 }, () => chargeOf(1_000));

    await Promise.allSettled(
      charges.flatMap((charge) => [
        service.call(reserveCharge, context, charge),
        service.call(releaseReservation, context, { attemptId: charge.attemptId, reason: 'gave up' }),
      ]),
    );

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 0 });
  });
});
