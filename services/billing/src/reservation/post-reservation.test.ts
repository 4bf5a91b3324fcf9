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

describe('billing.post-reservation', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('posting debits the total once, however often it is asked for, and says why', async () => {
    const context = organizationContext(await openWallet(service, { balance: 1_000 }));
    const charge = chargeOf(16_520, { codPaise: 4_000 });
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call(postReservation, context, { attemptId, awbNumber: 'AWB1' })),
    );

    for (const answer of answers) expect(answer).toMatchObject({ status: 'POSTED', amountPaise: 16_520 });
    expect(await service.call(getWallet, context, {})).toMatchObject({
      balance: 834.8,
      heldAmount: 0,
      availableBalance: 834.8,
    });
    const { data } = await service.call(listWalletTransactions, context, { category: 'orders' });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      type: 'DEBIT',
      category: 'FREIGHT',
      amount: 165.2,
      balanceAfter: 834.8,
      description: `Booking of ORD-${attemptId} with delhivery-surface: METRO, 1.5 kg, rate card standard-1; freight 100.00 + COD 40.00 + GST 25.20`,
      referenceType: 'SHIPMENT',
      referenceId: `shp_of_${attemptId}`,
      awbNumber: 'AWB1',
      orderReferenceNumber: `ORD-${attemptId}`,
    });
  });

  test('the parts of the price reach their own accounts', async () => {
    const organizationId = await openWallet(service);
    const context = organizationContext(organizationId);
    const charge = chargeOf(16_520, { codPaise: 4_000 });
    await service.call(reserveCharge, context, charge);

    await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: 'AWB1' });

    const accounts = await service.db
      .selectFrom('accounts')
      .select(['account', 'balance_paise'])
      .where('organization_id', '=', organizationId)
      .where('balance_paise', '<>', 0)
      .execute();
    expect(Object.fromEntries(accounts.map(({ account, balance_paise }) => [account, balance_paise]))).toEqual({
      wallet: 83_480,
      clearing: -100_000,
      freight_revenue: 10_000,
      cod_revenue: 4_000,
      gst_payable: 2_520,
    });
  });

  test('a released attempt cannot be posted', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);
    await service.call(releaseReservation, context, { attemptId, reason: 'courier refused' });

    await expect(service.call(postReservation, context, { attemptId, awbNumber: 'AWB1' })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000 });
  });

  test('a post that comes after the refund of its booking debits nothing', async () => {
    const context = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    const { attemptId } = charge;
    await service.call(reserveCharge, context, charge);
    await service.call(refundReservation, context, { attemptId, reason: 'cancelled' });

    expect(await service.call(postReservation, context, { attemptId, awbNumber: 'AWB1' })).toMatchObject({
      status: 'REFUNDED',
    });
    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 0 });
  });

  test('an attempt that never reserved, or another organization’s, is NOT_FOUND', async () => {
    const owner = organizationContext(await openWallet(service));
    const stranger = organizationContext(await openWallet(service));
    const charge = chargeOf(10_000);
    await service.call(reserveCharge, owner, charge);

    await expect(
      service.call(postReservation, stranger, { attemptId: charge.attemptId, awbNumber: 'AWB1' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      service.call(postReservation, owner, { attemptId: newId('booking'), awbNumber: 'AWB1' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
