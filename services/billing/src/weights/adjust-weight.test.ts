import { adjustWeight, listWalletTransactions, reportWeight, verifyLedger } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, startBillingForTest } from '../billing.fixture.ts';
import { bookParcel } from './weights.fixture.ts';

describe('billing.adjust-weight', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const adjust = (awb: string, billedWeightGrams: number) =>
    service.call(adjustWeight, systemContext(), { awb, billedWeightGrams });

  test('a heavier parcel costs the difference, once for each weight that is reported', async () => {
    const { awb, wallet, context } = await bookParcel(service);
    const first = await adjust(awb, 2_100);
    expect(first).toMatchObject({
      billedWeightGrams: 2_100,
      chargedWeightGrams: 2_500,
      previousChargedWeightGrams: 1_500,
      difference: 47.2,
    });
    expect(await adjust(awb, 2_100)).toEqual(first);
    expect(await wallet()).toMatchObject({ balance: 1_000 - 118 - 47.2 });

    const { data } = await service.call(listWalletTransactions, context, { category: 'orders' });
    expect(data[0]).toMatchObject({ type: 'DEBIT', category: 'WEIGHT_ADJUSTMENT', amount: 47.2, awbNumber: awb });
    expect(data[0]?.description).toMatch(
      /^Billed weight 2.1 kg, charged before as 1.5 kg, ORD-.*: METRO, 2.5 kg, rate card standard-1; GST 7.20$/,
    );
  });

  test('a lighter parcel gets the difference back', async () => {
    const { awb, wallet } = await bookParcel(service);
    expect(await adjust(awb, 400)).toMatchObject({ difference: -47.2 });
    expect(await wallet()).toMatchObject({ balance: 1_000 - 118 + 47.2 });
  });

  test('weights that follow one another end at the last one', async () => {
    const { awb, wallet } = await bookParcel(service);
    await adjust(awb, 2_100);
    await adjust(awb, 900);
    await adjust(awb, 1_500);
    expect(await wallet()).toMatchObject({ balance: 1_000 - 118 });
  });

  test('a weight of the same slab is written down and costs nothing', async () => {
    const { awb, wallet } = await bookParcel(service);
    expect(await adjust(awb, 1_200)).toMatchObject({ difference: 0, chargedWeightGrams: 1_500 });
    expect(await wallet()).toMatchObject({ balance: 1_000 - 118 });
  });

  test('the same report many times at once is booked once', async () => {
    const { awb, wallet } = await bookParcel(service);
    await Promise.all(Array.from({ length: 6 }, () => adjust(awb, 2_100)));
    expect(await wallet()).toMatchObject({ balance: 1_000 - 118 - 47.2 });
  });

  test('a return costs what it costs at the new weight, whichever came first', async () => {
    const before = await bookParcel(service);
    await adjust(before.awb, 2_100);
    await before.announce({ status: 'RTO_INITIATED', version: 5 });
    const after = await bookParcel(service);
    await after.announce({ status: 'RTO_INITIATED', version: 5 });
    await adjust(after.awb, 2_100);

    const expected = { balance: 1_000 - 118 - 47.2 - 165.2 + 47.2, heldAmount: 0 };
    expect(await before.wallet()).toEqual(expected);
    expect(await after.wallet()).toEqual(expected);
    await after.announce({ status: 'IN_TRANSIT', previousStatus: 'RTO_INITIATED', version: 6 });
    expect(await after.wallet()).toMatchObject({ balance: 1_000 - 118 - 47.2 });
  });

  test('is taken whatever the balance: the courier has carried it', async () => {
    const { awb, wallet } = await bookParcel(service, { balance: 118 });
    await adjust(awb, 2_100);
    expect(await wallet()).toMatchObject({ balance: -47.2 });
  });

  test('waits while the merchant may still dispute another weight', async () => {
    const { awb } = await bookParcel(service);
    await service.call(reportWeight, systemContext(), { awb, courierWeightGrams: 2_100 });
    await expect(adjust(awb, 2_600)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('an AWB that nobody was charged for, and a weight without a price, are refused', async () => {
    await expect(adjust('nowhere', 500)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { awb } = await bookParcel(service);
    await expect(adjust(awb, 40_000)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('leaves a ledger that proves itself', async () => {
    expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
  });
});
