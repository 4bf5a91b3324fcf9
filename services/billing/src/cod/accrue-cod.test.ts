import {
  getRemittanceSchedule,
  getWallet,
  listCodTransactions,
  listEligibleCod,
  listUpcomingCod,
  newId,
  postReservation,
  reserveCharge,
  reverseCod,
  verifyLedger,
  weekdays,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { announceStatus } from '../shipment-events.fixture.ts';
import {
  allTransactions,
  csvOf,
  dayFromNow,
  deliverCod,
  expectCodEquation,
  momentDaysAgo,
  remittancesOf,
  runOn,
} from './cod.fixture.ts';
import { indianDay } from './cod-cycle.ts';

const everyDay = { delayDays: 2, payoutWeekdays: [...weekdays] };

describe('cash of a delivered parcel', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test('is owed once, however often and in whatever order its events come', async () => {
    const organizationId = await openWallet(service, { codCycle: everyDay });
    const attemptId = await deliverCod(service, organizationId, { codAmount: 999.5 });
    await deliverCod(service, organizationId, { codAmount: 999.5, attemptId });
    const late = {
      attemptId,
      status: 'IN_TRANSIT',
      previousStatus: 'PICKED_UP',
      version: 3,
      codAmount: 999.5,
    } as const;
    await announceStatus(service, organizationId, late);

    expect(await expectCodEquation(service, organizationId)).toMatchObject({ collected: 99_950, upcoming: 99_950 });
  });

  test('is listed with what the parcel cost and when its money comes', async () => {
    const organizationId = await openWallet(service, { codCycle: everyDay });
    const context = organizationContext(organizationId);
    const charge = chargeOf(11_800, { codPaise: 4_000 });
    await service.call(reserveCharge, context, charge);
    await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: 'AWB' });
    const deliveredAt = momentDaysAgo(1);
    await deliverCod(service, organizationId, { codAmount: 500, daysAgo: 1, attemptId: charge.attemptId });

    expect(await allTransactions(service, organizationId)).toMatchObject([
      {
        shipmentId: charge.reason.shipmentId,
        awbNumber: `AWB-${charge.attemptId}`,
        courier: 'DELHIVERY_SURFACE',
        codAmount: 500,
        freightCharge: 60,
        codCharge: 40,
        status: 'COLLECTED',
        remittanceId: null,
      },
    ]);
    const { items } = await service.call(listUpcomingCod, context, {});
    expect(items).toMatchObject([{ codAmount: 500, expectedRemittanceDate: dayFromNow(1) }]);
    expect(indianDay(new Date(items[0]?.eligibleAt ?? 0))).toBe(dayFromNow(1));
    expect(indianDay(new Date(items[0]?.deliveredAt ?? 0))).toBe(indianDay(deliveredAt));
  });

  test('is eligible when its window is over', async () => {
    const organizationId = await openWallet(service, { codCycle: everyDay });
    await deliverCod(service, organizationId, { codAmount: 100, daysAgo: 2 });
    await deliverCod(service, organizationId, { codAmount: 10, daysAgo: 1 });
    const context = organizationContext(organizationId);
    expect(await service.call(listEligibleCod, context, {})).toMatchObject({
      totalAmount: 100,
      count: 1,
      items: [{ codAmount: 100, expectedRemittanceDate: dayFromNow(0) }],
    });
    expect(await service.call(listUpcomingCod, context, {})).toMatchObject({ totalAmount: 10, count: 1 });
    expect(
      (await service.call(getRemittanceSchedule, context, {})).map((line) => [line.cycleDate, line.codAmount]),
    ).toEqual([
      [dayFromNow(1), 10],
      [dayFromNow(0), 100],
    ]);
  });

  test('no cash is owed for prepaid parcels', async () => {
    const organizationId = await openWallet(service);
    await deliverCod(service, organizationId, { codAmount: 0 });
    expect(await allTransactions(service, organizationId)).toEqual([]);
  });

  test('is owed no more when the delivery is withdrawn, and again when it is delivered after all', async () => {
    const organizationId = await openWallet(service, { codCycle: everyDay });
    const attemptId = await deliverCod(service, organizationId, { codAmount: 100 });
    const withdrawn = {
      attemptId,
      status: 'IN_TRANSIT',
      previousStatus: 'DELIVERED',
      version: 6,
      codAmount: 100,
    } as const;
    await announceStatus(service, organizationId, withdrawn);
    await announceStatus(service, organizationId, withdrawn);
    expect(await expectCodEquation(service, organizationId)).toMatchObject({ collected: 0 });

    await announceStatus(service, organizationId, { attemptId, status: 'DELIVERED', version: 7, codAmount: 100 });
    expect(await expectCodEquation(service, organizationId)).toMatchObject({ collected: 10_000 });
  });

  test('is not owed when the withdrawal overtook the delivery', async () => {
    const organizationId = await openWallet(service, { codCycle: everyDay });
    const attemptId = newId('booking');
    const withdrawn = {
      attemptId,
      status: 'IN_TRANSIT',
      previousStatus: 'DELIVERED',
      version: 6,
      codAmount: 100,
    } as const;
    await announceStatus(service, organizationId, withdrawn);
    await deliverCod(service, organizationId, { codAmount: 100, attemptId });
    expect(await expectCodEquation(service, organizationId)).toMatchObject({ collected: 0 });
  });

  test('is taken from the wallet, once, when its payout is under way already', async () => {
    const organizationId = await openWallet(service, { balance: 50, codCycle: { ...everyDay, delayDays: 0 } });
    const attemptId = await deliverCod(service, organizationId, { codAmount: 100 });
    await runOn(service, dayFromNow(0));
    const input = { awb: `AWB-${attemptId}`, reason: 'wrong parcel' };
    expect(await service.call(reverseCod, systemContext(), input)).toMatchObject({ status: 'REVERSED' });
    expect(await service.call(reverseCod, systemContext(), input)).toMatchObject({ status: 'REVERSED' });

    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ balance: -50 });
    expect(await expectCodEquation(service, organizationId)).toMatchObject({ collected: 0, remitted: 0 });
    expect(await remittancesOf(service, organizationId)).toMatchObject([{ codAmount: 100, status: 'PENDING' }]);
  });

  test('an unknown AWB cannot be reversed', async () => {
    await expect(service.call(reverseCod, systemContext(), { awb: 'nowhere', reason: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('can be read by period and as CSV; another organization sees none of it', async () => {
    const organizationId = await openWallet(service, { codCycle: everyDay });
    await deliverCod(service, organizationId, { codAmount: 30, daysAgo: 3 });
    await deliverCod(service, organizationId, { codAmount: 10, daysAgo: 1 });
    const context = organizationContext(organizationId);
    const amounts = async (period: { from?: string; to?: string }) =>
      (await service.call(listCodTransactions, context, period)).data.map(({ codAmount }) => codAmount);
    expect(await amounts({})).toEqual([10, 30]);
    expect(await amounts({ from: dayFromNow(-3), to: dayFromNow(-3) })).toEqual([30]);
    expect(await amounts({ from: dayFromNow(-2) })).toEqual([10]);
    expect(await amounts({ to: dayFromNow(-4) })).toEqual([]);

    const lines = (await csvOf(service, organizationId)).trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[5])).toEqual(['codAmount', '10', '30']);
    const stranger = await openWallet(service);
    expect(await allTransactions(service, stranger)).toEqual([]);
    expect((await csvOf(service, stranger)).split('\r\n')).toHaveLength(2);
  });

  test('leaves a ledger that proves itself', async () => {
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });
});
