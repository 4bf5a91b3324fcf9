import { reconcileCod, reverseCod, verifyLedger, weekdays } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { deliverCod } from './cod.fixture.ts';

describe('billing.reconcile-cod', () => {
  let service: BillingForTest;
  let organizationId: string;
  beforeEach(async () => {
    service = await startBillingForTest();
    organizationId = await openWallet(service, { codCycle: { delayDays: 2, payoutWeekdays: [...weekdays] } });
  });
  afterEach(() => service.stop());

  const deliver = async (codAmount: number, daysAgo = 1) =>
    `AWB-${await deliverCod(service, organizationId, { codAmount, daysAgo })}`;

  const reconcile = (lines: readonly string[], reference = 'UTR1') =>
    service.call(reconcileCod, systemContext(), { courier: 'delhivery', reference, csv: lines.join('\n') });

  const receivable = async (): Promise<number> => {
    const { rows } = await sql<{ balance_paise: number }>`
      select balance_paise from accounts
      where organization_id = ${organizationId} and account = 'cod_receivable'`.execute(service.db);
    return rows[0]?.balance_paise ?? 0;
  };

  test('says what fits, what is short, over, missing and unknown', async () => {
    const full = await deliver(1_00_000.5);
    const short = await deliver(200);
    const over = await deliver(10);
    const missing = await deliver(40, 3);
    const notYetDue = await deliver(50, 0);

    const answer = await reconcile([
      'Remarks,AMOUNT, AWB',
      `paid,"1,00,000.50",${full}`,
      `part,100.25,${short}`,
      `rest,19.75,${short}`,
      `more,12,${over}`,
      'whose?,7,NOBODY',
    ]);

    const name = { organizationId, shipmentId: expect.stringMatching(/^shp_/) };
    expect(answer).toEqual({
      courier: 'delhivery',
      reference: 'UTR1',
      received: 1_00_139.5,
      matched: { count: 1, amount: 1_00_000.5 },
      short: [{ ...name, awbNumber: short, expected: 200, received: 120 }],
      over: [{ ...name, awbNumber: over, expected: 10, received: 12 }],
      missing: [{ ...name, awbNumber: missing, expected: 40, deliveredAt: expect.any(String) }],
      unknown: [{ awbNumber: 'NOBODY', received: 7 }],
    });
    expect(JSON.stringify(answer)).not.toContain(notYetDue);
    expect(await receivable()).toBe(-8_000 + 200 - 4_000 - 5_000);
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });

  test('the same file again books nothing twice and gives the same answer', async () => {
    const file = ['awb,amount', `${await deliver(200)},150`];
    const first = await reconcile(file);
    expect(await reconcile(file)).toEqual(first);
    expect(await receivable()).toBe(-5_000);
  });

  test('what was short is made good by a later file', async () => {
    const awb = await deliver(200);
    await reconcile(['awb,amount', `${awb},150`], 'UTR1');
    expect(await reconcile(['awb,amount', `${awb},50`], 'UTR2')).toMatchObject({ matched: { count: 1, amount: 50 } });
    expect(await receivable()).toBe(0);
  });

  test('another file under the same reference is refused', async () => {
    const awb = await deliver(200);
    await reconcile(['awb,amount', `${awb},150`]);
    await expect(reconcile(['awb,amount', `${awb},200`])).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('cash of a delivery that was none is over', async () => {
    const awb = await deliver(200);
    await service.call(reverseCod, systemContext(), { awb, reason: 'not delivered' });
    expect(await reconcile(['awb,amount', `${awb},200`])).toMatchObject({ over: [{ expected: 0, received: 200 }] });
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });
});
