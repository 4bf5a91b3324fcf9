import {
  acceptWeightDiscrepancy,
  decideWeightDiscrepancy,
  disputeWeightDiscrepancy,
  listWeightDiscrepancies,
  reportWeight,
  verifyLedger,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { settleOverdueDiscrepancies } from './settle-overdue-discrepancies.ts';
import { bookParcel } from './weights.fixture.ts';

describe('a courier’s weight above the charged one', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const report = (awb: string, courierWeightGrams: number) =>
    service.call(reportWeight, systemContext(), {
      awb,
      courierWeightGrams,
      evidenceUrl: 'https://courier.example/1.jpg',
    });

  /** A parcel with an open discrepancy of ₹47.20. */
  const reported = async () => {
    const parcel = await bookParcel(service);
    const { discrepancy } = await report(parcel.awb, 2_100);
    if (discrepancy === null) throw new Error('nothing to dispute');
    const { id } = discrepancy;
    return {
      ...parcel,
      id,
      discrepancy,
      accept: () => service.call(acceptWeightDiscrepancy, parcel.context, { id }),
      dispute: () =>
        service.call(disputeWeightDiscrepancy, parcel.context, {
          id,
          reason: 'Weighed 1.4 kg before pickup',
          evidenceUrls: ['https://merchant.example/scale.jpg'],
        }),
      decide: (decision: 'UPHELD' | 'WAIVED') =>
        service.call(decideWeightDiscrepancy, systemContext(), { id, decision, reason: 'photo checked' }),
    };
  };

  const held = { balance: 882, heldAmount: 47.2 };
  const taken = { balance: 834.8, heldAmount: 0 };
  const givenBack = { balance: 882, heldAmount: 0 };

  test('opens a discrepancy: the difference is held and not taken, once', async () => {
    const { awb, wallet, discrepancy, context } = await reported();
    expect(discrepancy).toMatchObject({
      status: 'OPEN',
      chargedWeightGrams: 1_500,
      courierWeightGrams: 2_100,
      newChargedWeightGrams: 2_500,
      difference: 47.2,
      evidenceUrl: 'https://courier.example/1.jpg',
    });
    expect(Date.parse(discrepancy.respondBy) - Date.parse(discrepancy.createdAt)).toBe(7 * 86_400_000);
    expect(await report(awb, 2_100)).toEqual({ discrepancy });
    expect(await wallet()).toEqual(held);
    expect(await service.call(listWeightDiscrepancies, context, { status: 'OPEN' })).toMatchObject({
      data: [discrepancy],
      meta: { total: 1 },
    });
  });

  test('a weight that costs nothing more opens none', async () => {
    const { awb, wallet } = await bookParcel(service);
    expect(await report(awb, 1_400)).toEqual({ discrepancy: null });
    expect(await wallet()).toEqual(givenBack);
  });

  test('a second weight waits until the first is decided', async () => {
    const { awb } = await reported();
    await expect(report(awb, 2_600)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('accepted is taken, once', async () => {
    const { accept, wallet, dispute } = await reported();
    expect(await Promise.all([accept(), accept()])).toMatchObject([{ status: 'ACCEPTED' }, { status: 'ACCEPTED' }]);
    expect(await wallet()).toEqual(taken);
    await expect(dispute()).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('disputed stays held; upheld by the operator it is taken', async () => {
    const { dispute, decide, wallet } = await reported();
    expect(await dispute()).toMatchObject({
      status: 'DISPUTED',
      disputeReason: 'Weighed 1.4 kg before pickup',
      disputeEvidenceUrls: ['https://merchant.example/scale.jpg'],
    });
    expect(await wallet()).toEqual(held);
    expect(await decide('UPHELD')).toMatchObject({ status: 'UPHELD', decisionReason: 'photo checked' });
    expect(await wallet()).toEqual(taken);
    await expect(decide('WAIVED')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('waived is given back', async () => {
    const { dispute, decide, wallet } = await reported();
    await dispute();
    expect(await decide('WAIVED')).toMatchObject({ status: 'WAIVED' });
    expect(await decide('WAIVED')).toMatchObject({ status: 'WAIVED' });
    expect(await wallet()).toEqual(givenBack);
  });

  test('an operator does not take what the merchant may still answer', async () => {
    const { decide, wallet } = await reported();
    await expect(decide('UPHELD')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await wallet()).toEqual(held);
  });

  test('nothing is taken before the deadline, and the difference after it', async () => {
    const { id, wallet, dispute } = await reported();
    await settleOverdueDiscrepancies(service.db);
    expect(await wallet()).toEqual(held);

    await sql`update weight_discrepancies set respond_by = now() where id = ${id}`.execute(service.db);
    await expect(dispute()).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await settleOverdueDiscrepancies(service.db);
    await settleOverdueDiscrepancies(service.db);
    expect(await wallet()).toEqual(taken);
  });

  test('a disputed one does not expire', async () => {
    const { id, wallet, dispute } = await reported();
    await dispute();
    await sql`update weight_discrepancies set respond_by = now() where id = ${id}`.execute(service.db);
    await settleOverdueDiscrepancies(service.db);
    expect(await wallet()).toEqual(held);
  });

  test('belongs to its organization', async () => {
    const { id } = await reported();
    const stranger = organizationContext(await openWallet(service));
    await expect(service.call(acceptWeightDiscrepancy, stranger, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.call(disputeWeightDiscrepancy, stranger, { id, reason: 'mine?' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await service.call(listWeightDiscrepancies, stranger, {})).toMatchObject({ meta: { total: 0 } });
  });

  test('leaves a ledger that proves itself, holds included', async () => {
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });
});
