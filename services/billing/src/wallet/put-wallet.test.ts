import {
  getWallet,
  getWalletConfig,
  listWalletTransactions,
  newId,
  putWallet,
  reserveCharge,
  testTenantOf,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.put-wallet', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('opens a wallet with nothing in it, and the test tenant’s with play money, once', async () => {
    const organizationId = newId('organization');

    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.call(putWallet, systemContext(), { organizationId, type: 'POSTPAID', creditLimit: 500 }),
      ),
    );

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]).toMatchObject({ organizationId, type: 'POSTPAID', balance: 0, availableBalance: 500 });
    const testContext = organizationContext(testTenantOf(organizationId));
    expect(await service.call(getWallet, testContext, {})).toMatchObject({
      type: 'POSTPAID',
      balance: 100_000,
      creditLimit: 500,
    });
    expect((await service.call(listWalletTransactions, testContext, {})).meta.total).toBe(1);
  });

  test('what a change does not name stays as it is', async () => {
    const bankAccount = { accountHolder: 'A', accountNumber: '123456789', ifsc: 'HDFC0001234', bankName: 'HDFC' };
    const codCycle = { delayDays: 5, payoutWeekdays: ['FRIDAY' as const] };
    const organizationId = await openWallet(service, { type: 'POSTPAID', creditLimit: 700, codCycle, bankAccount });

    await service.call(putWallet, systemContext(), { organizationId, type: 'POSTPAID' });

    expect(await service.call(getWalletConfig, organizationContext(organizationId), {})).toMatchObject({
      creditLimit: 700,
      codCycle,
      bankAccount: { accountNumberMasked: 'XXXXX6789' },
    });
  });

  test('a credit limit below the present debt is refused, naming the field', async () => {
    const organizationId = await openWallet(service, { type: 'POSTPAID', creditLimit: 500, balance: 0 });
    await service.call(reserveCharge, organizationContext(organizationId), chargeOf(30_000));

    await expect(
      service.call(putWallet, systemContext(), { organizationId, type: 'POSTPAID', creditLimit: 299.99 }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { creditLimit: ['is too low: the wallet owes INR 300.00, holds included'] },
    });
    await expect(service.call(putWallet, systemContext(), { organizationId, type: 'PREPAID' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { type: ['the wallet owes INR 300.00, holds included'] },
    });
    expect(
      await service.call(putWallet, systemContext(), { organizationId, type: 'POSTPAID', creditLimit: 300 }),
    ).toMatchObject({ type: 'POSTPAID', creditLimit: 300, availableBalance: 0 });
  });

  test('PREPAID and POSTPAID change into each other while nothing is owed', async () => {
    const organizationId = await openWallet(service, { type: 'PREPAID', balance: 100 });

    expect(
      await service.call(putWallet, systemContext(), { organizationId, type: 'POSTPAID', creditLimit: 50 }),
    ).toMatchObject({ type: 'POSTPAID', availableBalance: 150 });
    expect(await service.call(putWallet, systemContext(), { organizationId, type: 'PREPAID' })).toMatchObject({
      type: 'PREPAID',
      creditLimit: 0,
      availableBalance: 100,
    });
  });

  test('a PREPAID wallet has no credit limit', async () => {
    await expect(
      service.call(putWallet, systemContext(), {
        organizationId: newId('organization'),
        type: 'PREPAID',
        creditLimit: 1,
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors: { creditLimit: ['is for POSTPAID wallets'] } });
  });

  test('an organization that does not exist gets no wallet', async () => {
    await expect(
      service.call(putWallet, systemContext(), { organizationId: 'org_unknown', type: 'PREPAID' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.call(getWallet, organizationContext('org_unknown'), {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
