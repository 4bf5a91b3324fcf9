import { getWallet, newId, reserveCharge, testTenantOf } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.get-wallet', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('a PREPAID wallet has available what is neither spent nor held', async () => {
    const organizationId = await openWallet(service, { balance: 500.25 });
    await service.call(reserveCharge, organizationContext(organizationId), chargeOf(10_000));

    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({
      organizationId,
      type: 'PREPAID',
      currency: 'INR',
      balance: 500.25,
      heldAmount: 100,
      availableBalance: 400.25,
      creditLimit: 0,
      isActive: true,
    });
  });

  test('a POSTPAID wallet has its credit limit available too', async () => {
    const organizationId = await openWallet(service, { type: 'POSTPAID', creditLimit: 1_000, balance: 0 });

    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({
      type: 'POSTPAID',
      balance: 0,
      availableBalance: 1_000,
      creditLimit: 1_000,
    });
  });

  test('live and test money of one organization are two wallets', async () => {
    const organizationId = await openWallet(service, { balance: 500 });
    await service.call(reserveCharge, organizationContext(testTenantOf(organizationId)), chargeOf(10_000));

    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ heldAmount: 0 });
  });

  test('without a wallet it is NOT_FOUND', async () => {
    await expect(service.call(getWallet, organizationContext(newId('organization')), {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
