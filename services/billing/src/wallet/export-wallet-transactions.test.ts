import { exportWalletTransactions, listWalletTransactions, newId, rechargeWallet } from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.export-wallet-transactions', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const recharge = (organizationId: string, reference: string) =>
    service.call(rechargeWallet, systemContext(), { organizationId, amount: 1, reference });

  /** All pieces, as the gateway asks for them; `between` happens after each. */
  const download = async (organizationId: string, between = async (): Promise<unknown> => undefined) => {
    const pieces: string[] = [];
    let cursor: string | undefined;
    do {
      const context = organizationContext(organizationId);
      const piece = await service.call(exportWalletTransactions, context, { ...(cursor && { cursor }) });
      pieces.push(piece.text);
      cursor = piece.next ?? undefined;
      await between();
    } while (cursor !== undefined);
    return pieces;
  };

  test('a header and the same rows as the list, newest first', async () => {
    const organizationId = await openWallet(service, { balance: 12.5 });
    const { data } = await service.call(listWalletTransactions, organizationContext(organizationId), {});

    const [first] = data;
    expect(await download(organizationId)).toEqual([
      'id,createdAt,type,category,amount,balanceAfter,description,referenceType,referenceId,awbNumber,orderReferenceNumber\r\n' +
        `${first?.id},${first?.createdAt},CREDIT,RECHARGE,12.5,12.5,Recharge opening,RECHARGE,opening,,\r\n`,
    ]);
  });

  test('a reference that a spreadsheet would run is not run', async () => {
    const organizationId = await openWallet(service, { balance: 0 });
    await recharge(organizationId, '=HYPERLINK("http://evil")');
    expect((await download(organizationId)).join('')).toContain(`,"'=HYPERLINK(""http://evil"")",`);
  });

  test('more rows than one piece holds come once each, whatever is booked meanwhile', async () => {
    const organizationId = await openWallet(service, { balance: 0 });
    const references = Array.from({ length: 1_001 }, (_, index) => `ref-${index}`);
    for (let start = 0; start < references.length; start += 100) {
      await Promise.all(references.slice(start, start + 100).map((reference) => recharge(organizationId, reference)));
    }

    const pieces = await download(organizationId, () => recharge(organizationId, newId('operation')));

    expect(pieces).toHaveLength(3);
    const rows = pieces.join('').trimEnd().split('\r\n').slice(1);
    expect(new Set(rows.map((row) => row.split(',')[8]))).toEqual(new Set(references));
    expect(rows).toHaveLength(references.length);
  });

  test('an empty wallet is a header, no wallet is NOT_FOUND', async () => {
    expect((await download(await openWallet(service, { balance: 0 }))).join('').split('\r\n')).toHaveLength(2);
    await expect(download(newId('organization'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a made-up cursor is refused', async () => {
    const context = organizationContext(await openWallet(service));
    await expect(service.call(exportWalletTransactions, context, { cursor: 'x' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});
