import { adjustWallet, getWallet, newId, reserveCharge } from '@freight/contracts';
import { withStatus } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { adjustWalletHandler } from './adjust-wallet.ts';

describe('billing.adjust-wallet', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('takes or gives a signed amount and keeps the reason', async () => {
    const organizationId = await openWallet(service, { balance: 100 });

    const debit = await service.call(adjustWallet, systemContext(), {
      organizationId,
      amount: -30,
      reference: 'ADJ1',
      reason: 'Lost label fee',
    });
    const credit = await service.call(adjustWallet, systemContext(), {
      organizationId,
      amount: 5,
      reference: 'ADJ2',
      reason: 'Goodwill',
    });

    expect(debit).toMatchObject({
      type: 'DEBIT',
      category: 'ADJUSTMENT',
      amount: 30,
      balanceAfter: 70,
      description: 'Adjustment ADJ1: Lost label fee',
    });
    expect(credit).toMatchObject({ type: 'CREDIT', category: 'ADJUSTMENT', amount: 5, balanceAfter: 75 });
  });

  test('the same reference twice corrects once', async () => {
    const organizationId = await openWallet(service, { balance: 100 });
    const adjustment = { organizationId, amount: -30, reference: 'ADJ3', reason: 'Fee' };

    const first = await service.call(adjustWallet, systemContext(), adjustment);

    expect(
      await adjustWalletHandler.run({ ...service, config: { WEIGHT_DISPUTE_DAYS: 7 } }, systemContext(), adjustment),
    ).toEqual(withStatus(200, first));
    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ balance: 70 });
  });

  test('it takes no more than is available, holds included', async () => {
    const organizationId = await openWallet(service, { balance: 100 });
    await service.call(reserveCharge, organizationContext(organizationId), chargeOf(6_000));

    await expect(
      service.call(adjustWallet, systemContext(), { organizationId, amount: -40.01, reference: 'ADJ4', reason: 'Fee' }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(
      await service.call(adjustWallet, systemContext(), {
        organizationId,
        amount: -40,
        reference: 'ADJ4',
        reason: 'Fee',
      }),
    ).toMatchObject({ balanceAfter: 60 });
  });

  test('without a wallet it is WALLET_NOT_CONFIGURED', async () => {
    const adjustment = { organizationId: newId('organization'), amount: 1, reference: 'ADJ5', reason: 'Fee' };
    await expect(service.call(adjustWallet, systemContext(), adjustment)).rejects.toMatchObject({
      code: 'WALLET_NOT_CONFIGURED',
    });
  });
});
