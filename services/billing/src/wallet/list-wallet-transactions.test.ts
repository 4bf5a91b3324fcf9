import {
  adjustWallet,
  listWalletTransactions,
  newId,
  type OrganizationContext,
  postReservation,
  refundReservation,
  reserveCharge,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.list-wallet-transactions', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const book = async (context: OrganizationContext, totalPaise: number): Promise<string> => {
    const charge = chargeOf(totalPaise);
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: 'AWB' });
    return charge.attemptId;
  };

  test('newest first, each balance following from the one before, holds left out', async () => {
    const organizationId = await openWallet(service, { balance: 1_000 });
    const context = organizationContext(organizationId);
    const attemptId = await book(context, 11_800);
    await service.call(reserveCharge, context, chargeOf(50_000));
    await service.call(adjustWallet, systemContext(), { organizationId, amount: -10, reference: 'A', reason: 'Fee' });
    await service.call(refundReservation, context, { attemptId, reason: 'cancelled' });

    const { data, meta } = await service.call(listWalletTransactions, context, {});

    expect(data.map(({ type, category, amount, balanceAfter }) => [type, category, amount, balanceAfter])).toEqual([
      ['CREDIT', 'REFUND', 118, 990],
      ['DEBIT', 'ADJUSTMENT', 10, 872],
      ['DEBIT', 'FREIGHT', 118, 882],
      ['CREDIT', 'RECHARGE', 1_000, 1_000],
    ]);
    expect(meta).toEqual({ total: 4, page: 1, limit: 20, totalPages: 1 });
  });

  test('recharges are the recharges, orders everything tied to a shipment', async () => {
    const organizationId = await openWallet(service, { balance: 1_000 });
    const context = organizationContext(organizationId);
    const attemptId = await book(context, 11_800);
    await service.call(refundReservation, context, { attemptId, reason: 'cancelled' });
    await service.call(adjustWallet, systemContext(), { organizationId, amount: -10, reference: 'A', reason: 'Fee' });

    const categoriesOf = async (category: 'recharges' | 'orders') => {
      const { data, meta } = await service.call(listWalletTransactions, context, { category });
      expect(meta.total).toBe(data.length);
      return data.map((transaction) => transaction.category);
    };

    expect(await categoriesOf('recharges')).toEqual(['RECHARGE']);
    expect(await categoriesOf('orders')).toEqual(['REFUND', 'FREIGHT']);
  });

  test('pages cut the same order; a page past the end is empty', async () => {
    const context = organizationContext(await openWallet(service, { balance: 1_000 }));
    for (let amount = 1; amount <= 4; amount += 1) await book(context, amount * 100);

    const pageOf = async (page: number) => {
      const { data, meta } = await service.call(listWalletTransactions, context, { page, limit: 2 });
      expect(meta).toEqual({ total: 5, page, limit: 2, totalPages: 3 });
      return data.map(({ amount }) => amount);
    };

    expect(await pageOf(1)).toEqual([4, 3]);
    expect(await pageOf(2)).toEqual([2, 1]);
    expect(await pageOf(3)).toEqual([1_000]);
    expect(await pageOf(4)).toEqual([]);
  });

  test('an organization sees its own transactions only', async () => {
    await openWallet(service, { balance: 1_000 });
    const context = organizationContext(await openWallet(service, { balance: 0 }));

    expect(await service.call(listWalletTransactions, context, {})).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test('without a wallet it is NOT_FOUND', async () => {
    await expect(
      service.call(listWalletTransactions, organizationContext(newId('organization')), {}),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
