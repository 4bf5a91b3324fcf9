import { getWalletConfig, newId, putWallet } from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.get-wallet-config', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('shows type, cycle and bank account, and of its number the last four digits', async () => {
    const organizationId = await openWallet(service, {
      type: 'POSTPAID',
      creditLimit: 2_500,
      codCycle: { delayDays: 7, payoutWeekdays: ['TUESDAY'] },
      bankAccount: {
        accountHolder: 'Asha Traders',
        accountNumber: '50100123456789',
        ifsc: 'HDFC0001234',
        bankName: 'HDFC Bank',
      },
    });

    expect(await service.call(getWalletConfig, organizationContext(organizationId), {})).toEqual({
      type: 'POSTPAID',
      creditLimit: 2_500,
      codCycle: { delayDays: 7, payoutWeekdays: ['TUESDAY'] },
      bankAccount: {
        accountHolder: 'Asha Traders',
        accountNumberMasked: 'XXXXXXXXXX6789',
        ifsc: 'HDFC0001234',
        bankName: 'HDFC Bank',
      },
    });
    const { rows } = await sql<{ stored: string }>`select w::text as stored from wallets w`.execute(service.db);
    expect(JSON.stringify(rows)).not.toContain('50100123456789');
  });

  test('a new wallet has the usual cycle and no bank account', async () => {
    const organizationId = newId('organization');
    await service.call(putWallet, systemContext(), { organizationId, type: 'PREPAID' });

    expect(await service.call(getWalletConfig, organizationContext(organizationId), {})).toEqual({
      type: 'PREPAID',
      creditLimit: 0,
      codCycle: { delayDays: 2, payoutWeekdays: ['MONDAY', 'WEDNESDAY', 'FRIDAY'] },
      bankAccount: null,
    });
  });

  test('shows the holidays of the cycle, each once and in order', async () => {
    const organizationId = newId('organization');
    const holidays = ['2027-01-26', '2026-12-25', '2027-01-26'];
    const codCycle = { delayDays: 1, payoutWeekdays: ['MONDAY' as const], holidays };
    await service.call(putWallet, systemContext(), { organizationId, type: 'PREPAID', codCycle });
    expect(await service.call(getWalletConfig, organizationContext(organizationId), {})).toMatchObject({
      codCycle: { holidays: ['2026-12-25', '2027-01-26'] },
    });
  });

  test('without a wallet it is NOT_FOUND', async () => {
    await expect(service.call(getWalletConfig, organizationContext(newId('organization')), {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
