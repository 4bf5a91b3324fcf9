import { getWallet, listWalletTransactions, postReservation, reserveCharge, verifyLedger } from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { type Announced, announceStatus } from '../shipment-events.fixture.ts';

describe('a parcel that goes back', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  /** A booked COD parcel of ₹118 (₹60 freight, ₹40 COD, 18 % GST) whose return costs ₹118. */
  const booked = async ({ balance = 1_000 } = {}) => {
    const organizationId = await openWallet(service, { balance });
    const context = organizationContext(organizationId);
    const charge = chargeOf(11_800, { codPaise: 4_000 });
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: 'AWB' });
    const announce = (change: Omit<Announced, 'attemptId'>) =>
      announceStatus(service, organizationId, { attemptId: charge.attemptId, ...change });
    const balanceNow = async () => (await service.call(getWallet, context, {})).balance;
    return { context, announce, balanceNow };
  };

  test('is charged its return and given its COD charge back, each with its GST, once', async () => {
    const { context, announce, balanceNow } = await booked();

    await announce({ status: 'RTO_INITIATED', version: 5 });
    await announce({ status: 'RTO_INITIATED', version: 5 });
    await announce({ status: 'RTO_IN_TRANSIT', version: 6 });
    await announce({ status: 'RTO_DELIVERED', version: 7 });

    expect(await balanceNow()).toBe(1_000 - 118 - 118 + 47.2);
    const { data } = await service.call(listWalletTransactions, context, { category: 'orders' });
    expect(data.map(({ type, category, amount, awbNumber }) => [type, category, amount, awbNumber])).toEqual([
      ['CREDIT', 'COD_CHARGE', 47.2, 'AWB'],
      ['DEBIT', 'RTO', 118, 'AWB'],
      ['DEBIT', 'FREIGHT', 118, 'AWB'],
    ]);
    expect(data[1]?.description).toMatch(/^Return to origin, ORD-.*METRO, 1.5 kg, rate card standard-1; GST 18.00$/);
    expect(await earned(context.organizationId)).toEqual({
      freight_revenue: 6_000,
      cod_revenue: 0,
      rto_revenue: 10_000,
      gst_payable: 1_800 + 1_800 - 720,
    });
  });

  test('is charged also when the scan that began it was never seen', async () => {
    const { announce, balanceNow } = await booked();
    await announce({ status: 'RTO_DELIVERED', previousStatus: 'IN_TRANSIT', version: 5 });
    expect(await balanceNow()).toBe(1_000 - 118 - 118 + 47.2);
  });

  test('is charged whatever the balance: the courier has driven', async () => {
    const { announce, balanceNow } = await booked({ balance: 118 });
    await announce({ status: 'RTO_INITIATED', version: 5 });
    expect(await balanceNow()).toBe(47.2 - 118);
  });

  test('costs what it cost before when the courier withdraws the return', async () => {
    const { announce, balanceNow } = await booked();
    await announce({ status: 'RTO_INITIATED', version: 5 });
    await announce({ status: 'DELIVERED', previousStatus: 'RTO_INITIATED', version: 6 });
    expect(await balanceNow()).toBe(1_000 - 118);
  });

  test('may turn more than once', async () => {
    const { announce, balanceNow } = await booked();
    await announce({ status: 'RTO_INITIATED', version: 5 });
    await announce({ status: 'IN_TRANSIT', previousStatus: 'RTO_INITIATED', version: 6 });
    await announce({ status: 'RTO_INITIATED', version: 7 });
    expect(await balanceNow()).toBe(1_000 - 118 - 118 + 47.2);
  });

  test('is not charged by an event that a later one has overtaken', async () => {
    const { announce, balanceNow } = await booked();
    await announce({ status: 'IN_TRANSIT', previousStatus: 'RTO_INITIATED', version: 6 });
    await announce({ status: 'RTO_INITIATED', version: 5 });
    expect(await balanceNow()).toBe(1_000 - 118);
  });

  test('an ordinary way costs nothing more', async () => {
    const { announce, balanceNow } = await booked();
    await announce({ status: 'IN_TRANSIT', previousStatus: 'PICKED_UP', version: 4 });
    await announce({ status: 'DELIVERED', previousStatus: 'IN_TRANSIT', version: 5 });
    expect(await balanceNow()).toBe(1_000 - 118);
  });

  test('leaves a ledger that proves itself', async () => {
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });

  const earned = async (organizationId: string): Promise<Record<string, number>> => {
    const { rows } = await sql<{ account: string; balance_paise: number }>`
      select account, balance_paise from accounts where organization_id = ${organizationId}
        and account in ('freight_revenue', 'cod_revenue', 'rto_revenue', 'gst_payable')`.execute(service.db);
    return Object.fromEntries(rows.map(({ account, balance_paise }) => [account, balance_paise]));
  };
});
