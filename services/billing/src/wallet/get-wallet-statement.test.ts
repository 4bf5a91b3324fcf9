import { adjustWallet, getWalletStatement, newId, postReservation, reserveCharge } from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.get-wallet-statement', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const indianDay = (offsetDays: number): string =>
    new Date(Date.now() + 5.5 * 3_600_000 + offsetDays * 86_400_000).toISOString().slice(0, 10);

  test('opening balance and the sums by category make the closing balance', async () => {
    const organizationId = await openWallet(service, { balance: 1_000 });
    const context = organizationContext(organizationId);
    const charge = chargeOf(11_800);
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: 'AWB' });
    await service.call(adjustWallet, systemContext(), { organizationId, amount: -10, reference: 'A', reason: 'Fee' });
    await service.call(adjustWallet, systemContext(), { organizationId, amount: 4, reference: 'B', reason: 'Back' });

    const period = { from: indianDay(-1), to: indianDay(1) };
    expect(await service.call(getWalletStatement, context, period)).toEqual({
      ...period,
      openingBalance: 0,
      closingBalance: 876,
      credits: 1_004,
      debits: 128,
      byCategory: [
        { category: 'ADJUSTMENT', amount: -6, count: 2 },
        { category: 'FREIGHT', amount: -118, count: 1 },
        { category: 'RECHARGE', amount: 1_000, count: 1 },
      ],
    });
  });

  test('what happened before the period is its opening balance', async () => {
    const context = organizationContext(await openWallet(service, { balance: 70 }));
    const period = { from: indianDay(2), to: indianDay(3) };
    expect(await service.call(getWalletStatement, context, period)).toMatchObject({
      openingBalance: 70,
      closingBalance: 70,
      byCategory: [],
    });
  });

  test('without a wallet it is NOT_FOUND; a period that ends before it begins is refused', async () => {
    const context = organizationContext(newId('organization'));
    const ask = (from: string, to: string) => service.call(getWalletStatement, context, { from, to });
    await expect(ask('2026-01-01', '2026-01-31')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask('2026-01-31', '2026-01-01')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
