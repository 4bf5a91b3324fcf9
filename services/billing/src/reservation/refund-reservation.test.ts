import {
  getWallet,
  listWalletTransactions,
  newId,
  postReservation,
  refundReservation,
  releaseReservation,
  reserveCharge,
} from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.refund-reservation', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('a posted debit comes back once, however often it is asked for', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(16_520, { codPaise: 4_000 });
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId, awbNumber: 'AWB1' });

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.call(refundReservation, context, { attemptId, reason: 'cancelled by the merchant' }),
      ),
    );

    expect(answers).toEqual(Array(10).fill({ refundedPaise: 16_520 }));
    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 0 });
    const { data } = await service.call(listWalletTransactions, context, { category: 'orders' });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      type: 'CREDIT',
      category: 'REFUND',
      amount: 165.2,
      balanceAfter: 1_000,
      description: `Refund of ORD-${attemptId}: cancelled by the merchant`,
      awbNumber: 'AWB1',
    });
  });

  test('a hold that was not posted yet is given back and leaves no transaction', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);

    for (let run = 0; run < 2; run += 1) {
      expect(await service.call(refundReservation, context, { attemptId, reason: 'cancelled' })).toEqual({
        refundedPaise: 10_000,
      });
    }

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 0 });
    const { meta } = await service.call(listWalletTransactions, context, { category: 'orders' });
    expect(meta.total).toBe(0);
  });

  test('a refunded attempt cannot be released or reserved again', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);
    await service.call(refundReservation, context, { attemptId, reason: 'cancelled' });

    await expect(service.call(releaseReservation, context, { attemptId, reason: 'late' })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await expect(service.call(reserveCharge, context, charge)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('a released attempt has nothing to refund', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);
    await service.call(releaseReservation, context, { attemptId, reason: 'courier refused' });

    expect(await service.call(refundReservation, context, { attemptId, reason: 'cancelled' })).toEqual({
      refundedPaise: 0,
    });
  });

  test('an unknown attempt is NOT_FOUND', async () => {
    const context = organizationContext(await openWallet(service));
    await expect(
      service.call(refundReservation, context, { attemptId: newId('booking'), reason: 'cancelled' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
