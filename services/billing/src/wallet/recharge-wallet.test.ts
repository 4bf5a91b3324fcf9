import { getWallet, listWalletTransactions, newId, rechargeWallet } from '@freight/contracts';
import { withStatus } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { rechargeWalletHandler } from './recharge-wallet.ts';

describe('billing.recharge-wallet', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('credits the wallet and says by which reference', async () => {
    const organizationId = await openWallet(service, { balance: 0 });

    const transaction = await service.call(rechargeWallet, systemContext(), {
      organizationId,
      amount: 250.5,
      reference: 'UTR1',
      note: 'NEFT',
    });

    expect(transaction).toMatchObject({
      type: 'CREDIT',
      category: 'RECHARGE',
      amount: 250.5,
      balanceAfter: 250.5,
      description: 'Recharge UTR1: NEFT',
      referenceType: 'RECHARGE',
      referenceId: 'UTR1',
      awbNumber: null,
    });
    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ balance: 250.5 });
  });

  test('the same reference twice credits once; the second answer is 200 with the first transaction', async () => {
    const organizationId = await openWallet(service, { balance: 0 });
    const recharge = { organizationId, amount: 100, reference: 'UTR2' };

    const first = await service.call(rechargeWallet, systemContext(), recharge);

    expect(
      await rechargeWalletHandler.run({ ...service, config: { WEIGHT_DISPUTE_DAYS: 7 } }, systemContext(), recharge),
    ).toEqual(withStatus(200, first));
    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ balance: 100 });
  });

  test('20 parallel requests with one reference credit once', async () => {
    const organizationId = await openWallet(service, { balance: 0 });
    const recharge = { organizationId, amount: 100, reference: 'UTR3' };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call(rechargeWallet, systemContext(), recharge)),
    );

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const { meta } = await service.call(listWalletTransactions, organizationContext(organizationId), {});
    expect(meta.total).toBe(1);
  });

  test('the same reference with another amount is refused, naming the earlier one', async () => {
    const organizationId = await openWallet(service, { balance: 0 });
    await service.call(rechargeWallet, systemContext(), { organizationId, amount: 100, reference: 'UTR4' });

    await expect(
      service.call(rechargeWallet, systemContext(), { organizationId, amount: 101, reference: 'UTR4' }),
    ).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: 'Reference UTR4 was used before, for INR 100.00',
    });
  });

  test('two organizations may use one reference', async () => {
    for (let run = 0; run < 2; run += 1) {
      const organizationId = await openWallet(service, { balance: 0 });
      expect(
        await service.call(rechargeWallet, systemContext(), { organizationId, amount: 100, reference: 'UTR5' }),
      ).toMatchObject({ balanceAfter: 100 });
    }
  });

  test('without a wallet it is WALLET_NOT_CONFIGURED, without an organization NOT_FOUND', async () => {
    const recharge = { amount: 100, reference: 'UTR6' };
    await expect(
      service.call(rechargeWallet, systemContext(), { ...recharge, organizationId: newId('organization') }),
    ).rejects.toMatchObject({ code: 'WALLET_NOT_CONFIGURED' });
    await expect(
      service.call(rechargeWallet, systemContext(), { ...recharge, organizationId: 'org_unknown' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
