import {
  adjustWallet,
  findCodOfShipment,
  getRemittanceSchedule,
  getWallet,
  listRemittances,
  reverseCod,
  setRemittanceStatus,
  verifyLedger,
  weekdays,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { allTransactions, dayFromNow, deliverCod, expectCodEquation, remittancesOf, runOn } from './cod.fixture.ts';
import { payoutDayFrom, payoutDayUntil } from './cod-cycle.ts';

const atOnce = { delayDays: 0, payoutWeekdays: [...weekdays] };

describe('payouts of COD', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  /** An organization with one eligible parcel of ₹500. */
  const withParcel = async (wallet: Parameters<typeof openWallet>[1] = {}) => {
    const organizationId = await openWallet(service, { codCycle: atOnce, ...wallet });
    const attemptId = await deliverCod(service, organizationId, { codAmount: 500 });
    return { organizationId, attemptId };
  };

  const createdFor = async (organizationId: string, asOf = dayFromNow(0)) =>
    (await runOn(service, asOf)).created.filter((remittance) => remittance.organizationId === organizationId);

  const setStatus = (id: string, status: 'PROCESSING' | 'PAID' | 'FAILED', utr?: string) =>
    service.call(setRemittanceStatus, systemContext(), { id, status, ...(utr && { utr }) });

  const onlyRemittance = async (organizationId: string) => {
    const [remittance] = await remittancesOf(service, organizationId);
    if (remittance === undefined) throw new Error('nothing was paid out');
    return remittance;
  };

  test('a run pays what is due in one payout, and running it again pays nothing', async () => {
    const { organizationId, attemptId } = await withParcel();
    await deliverCod(service, organizationId, { codAmount: 0.5 });

    expect(await createdFor(organizationId)).toMatchObject([
      { status: 'PENDING', codAmount: 500.5, freightDeducted: 0, vasDeducted: 0, netAmount: 500.5, shipmentCount: 2 },
    ]);
    expect(await createdFor(organizationId)).toEqual([]);

    expect(await expectCodEquation(service, organizationId)).toEqual({
      collected: 50_050,
      remitted: 50_050,
      eligible: 0,
      upcoming: 0,
    });
    const remittance = await onlyRemittance(organizationId);
    expect(
      await service.call(findCodOfShipment, organizationContext(organizationId), { shipmentId: `shp_of_${attemptId}` }),
    ).toEqual({ remittanceId: remittance.id, remittanceStatus: 'PENDING' });
  });

  test('the same request again answers with what it made', async () => {
    const { organizationId } = await withParcel();
    const context = systemContext();
    const first = await runOn(service, dayFromNow(0), context);
    expect(first.created.map((remittance) => remittance.organizationId)).toContain(organizationId);
    expect(await runOn(service, dayFromNow(0), context)).toEqual(first);
  });

  test('many runs at once pay each parcel once', async () => {
    const organizations = await Promise.all(Array.from({ length: 4 }, () => withParcel()));
    await Promise.all(Array.from({ length: 6 }, () => runOn(service, dayFromNow(0))));
    for (const { organizationId } of organizations) {
      expect(await remittancesOf(service, organizationId)).toMatchObject([{ codAmount: 500, shipmentCount: 1 }]);
    }
  });

  test('nothing is paid before its payout day', async () => {
    const cycle = { delayDays: 1, payoutWeekdays: ['WEDNESDAY' as const], holidays: [] };
    const { organizationId } = await withParcel({ codCycle: cycle });
    const payoutDay = payoutDayFrom(dayFromNow(1), cycle);
    const before = new Date(Date.parse(payoutDay) - 86_400_000).toISOString().slice(0, 10);
    expect(await createdFor(organizationId, before)).toEqual([]);
    expect(await createdFor(organizationId, payoutDay)).toMatchObject([{ cycleDate: payoutDay }]);
  });

  test('a run that comes late pays for the last payout day before it', async () => {
    const weekday = { delayDays: 0, payoutWeekdays: ['MONDAY' as const], holidays: [] };
    const organizationId = await openWallet(service, { codCycle: weekday });
    await deliverCod(service, organizationId, { codAmount: 20, daysAgo: 8 });
    expect(await createdFor(organizationId)).toMatchObject([{ cycleDate: payoutDayUntil(dayFromNow(0), weekday) }]);
  });

  test('what the wallet owes is kept, and the debt is gone by as much', async () => {
    const { organizationId } = await withParcel({ type: 'POSTPAID', creditLimit: 1_000, balance: 0 });
    await service.call(adjustWallet, systemContext(), {
      organizationId,
      amount: -120,
      reference: 'x',
      reason: 'freight',
    });
    const context = organizationContext(organizationId);
    expect(await service.call(getRemittanceSchedule, context, {})).toMatchObject([
      { codAmount: 500, freightCharges: 120, vasCharges: 0, netAmount: 380, status: 'UPCOMING' },
    ]);

    expect(await createdFor(organizationId)).toMatchObject([{ codAmount: 500, freightDeducted: 120, netAmount: 380 }]);

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 0 });
  });

  test('paid is paid: with its UTR, once', async () => {
    const { organizationId } = await withParcel();
    await runOn(service, dayFromNow(0));
    const { id } = await onlyRemittance(organizationId);
    expect(await setStatus(id, 'PROCESSING')).toMatchObject({ status: 'PROCESSING', utr: null, paidAt: null });
    expect(await allTransactions(service, organizationId)).toMatchObject([{ status: 'PROCESSING', remittanceId: id }]);
    await expect(setStatus(id, 'PAID')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });

    const paid = await setStatus(id, 'PAID', 'UTR9');
    expect(paid).toMatchObject({ status: 'PAID', utr: 'UTR9', paidAt: expect.any(String) });
    expect(await setStatus(id, 'PAID', 'UTR9')).toEqual(paid);

    await expect(setStatus(id, 'PAID', 'UTR10')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await expect(setStatus(id, 'FAILED')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await allTransactions(service, organizationId)).toMatchObject([{ status: 'REMITTED' }]);
    const context = organizationContext(organizationId);
    expect(await service.call(listRemittances, context, { status: 'PAID' })).toMatchObject({ meta: { total: 1 } });
    expect(await service.call(listRemittances, context, { status: 'FAILED' })).toMatchObject({ meta: { total: 0 } });
  });

  test('what failed is eligible again, with its debt, and the next run pays it', async () => {
    const { organizationId } = await withParcel({ type: 'POSTPAID', creditLimit: 1_000, balance: 0 });
    await service.call(adjustWallet, systemContext(), {
      organizationId,
      amount: -120,
      reference: 'x',
      reason: 'freight',
    });
    await runOn(service, dayFromNow(0));
    await setStatus((await onlyRemittance(organizationId)).id, 'FAILED');

    expect(await expectCodEquation(service, organizationId)).toMatchObject({ remitted: 0, eligible: 50_000 });
    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ balance: -120 });
    expect(await createdFor(organizationId)).toMatchObject([{ codAmount: 500, netAmount: 380 }]);
  });

  test('cash that was given back out of a payout which then failed is given back in turn', async () => {
    const { organizationId, attemptId } = await withParcel({ balance: 0 });
    await deliverCod(service, organizationId, { codAmount: 7 });
    await runOn(service, dayFromNow(0));
    await service.call(reverseCod, systemContext(), { awb: `AWB-${attemptId}`, reason: 'not delivered' });
    await setStatus((await onlyRemittance(organizationId)).id, 'FAILED');

    expect(await service.call(getWallet, organizationContext(organizationId), {})).toMatchObject({ balance: 0 });
    expect(await expectCodEquation(service, organizationId)).toMatchObject({ collected: 700, eligible: 700 });
  });

  test('an unknown payout is NOT_FOUND', async () => {
    await expect(setStatus('rem_unknown', 'FAILED')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('leaves a ledger that proves itself', async () => {
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });
});
