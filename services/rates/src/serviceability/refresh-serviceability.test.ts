import { getServiceabilityStatus, serviceabilityDetailed } from '@freight/contracts';
import { type CourierSandbox, sandboxCredentials, startCourierSandbox } from '@freight/courier-sandbox';
import { eventually, systemContext, testEnvironment } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMerchant, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';
import { claimDueServices, seedServices, spendBudget } from './due-services.store.ts';
import { toFlags } from './service-table.ts';

const everything = { prepaid: true, cod: true, pickup: true, reverse: true, qc: true };

let sandbox: CourierSandbox;
beforeAll(async () => {
  sandbox = await startCourierSandbox({ port: 0, seed: 1 });
});
afterAll(() => sandbox.close());

const accounts = (baseUrl: string) =>
  JSON.stringify([
    { courier: 'delhivery', baseUrl, credentials: sandboxCredentials.delhivery, settings: { rateLimits: 'off' } },
  ]);

const statusOf = async (rates: RatesForTest, carrierId: string) => {
  const { carriers } = await rates.call(getServiceabilityStatus, systemContext(), {});
  return carriers.find((one) => one.carrierId === carrierId);
};

/** Pincodes that the job asks for first: everything else is as if it had just been asked. */
const makeDue = (rates: RatesForTest, pincodes: readonly number[]) =>
  sql`update serviceability set due_at = case when pincode = any(${[...pincodes]}::integer[]) then now() else now() + interval '1 day' end`.execute(
    rates.db,
  );

test('the job asks couriers for what is due and quotes go by the answers, without calling anybody', async () => {
  const environment = await testEnvironment();
  const asked = [400_001, 799_996, 799_997, 799_998];
  // The sandbox's couriers have no van at 799996, no COD at 799997 and an embargo on 799998.
  const seeding = await startRatesForTest({}, environment);
  for (const carrierId of ['delhivery-surface', 'delhivery-air'] as const) {
    await seedServices(seeding.db, carrierId, asked);
  }
  await makeDue(seeding, []);
  await seeding.stop();

  const rates = await startRatesForTest(
    { COURIER_ACCOUNTS: accounts(sandbox.baseUrlOf('delhivery')), SERVICEABILITY_CALLS_PER_MINUTE: '10000' },
    environment,
  );
  await eventually(async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from serviceability`.execute(rates.db);
    expect(rows[0]?.n).toBeGreaterThan(2 * 19_000);
  });
  await makeDue(rates, asked);
  await eventually(async () => {
    const { rows } = await sql<{ pincode: number; flags: number }>`
      select pincode, flags from serviceability
      where carrier_id = 'delhivery-surface' and pincode = any(${asked}::integer[]) and flags is not null
      order by pincode
    `.execute(rates.db);
    expect(rows).toEqual([
      { pincode: 400_001, flags: toFlags(everything) },
      { pincode: 799_996, flags: toFlags({ ...everything, pickup: false, reverse: false, qc: false }) },
      { pincode: 799_997, flags: toFlags({ ...everything, cod: false }) },
      { pincode: 799_998, flags: 0 },
    ]);
  }, 20_000);
  expect(await statusOf(rates, 'delhivery-surface')).toMatchObject({ isRefreshed: true, lastFailure: null });
  await rates.stop();

  // Quotes go by the stored answers: this replica has no account to ask with.
  const quoting = await startRatesForTest({}, environment);
  const { couriers } = await quoting.call(serviceabilityDetailed, anyMerchant(), { pickup: '110001', drop: '799998' });
  expect(couriers.find(({ carrierId }) => carrierId === 'delhivery-surface')).toMatchObject({ prepaid: false });
  await quoting.stop();
  await environment.stop();
});

test('a courier that does not answer leaves its failure to be seen, and what was known as it was', async () => {
  const rates = await startRatesForTest({ COURIER_ACCOUNTS: accounts('http://127.0.0.1:9') });
  await eventually(async () => {
    expect(await statusOf(rates, 'delhivery-surface')).toMatchObject({
      known: 0,
      lastFailure: { message: expect.stringContaining('UNAVAILABLE') },
    });
  });
  await rates.stop();
});

test('replicas share the pincodes and the budget: none is claimed twice, no minute is overspent', async () => {
  const rates = await startRatesForTest();
  await seedServices(
    rates.db,
    'delhivery-air',
    Array.from({ length: 60 }, (_, index) => 400_001 + index),
  );
  const claims = await Promise.all(
    Array.from({ length: 10 }, () => claimDueServices(rates.db, 'delhivery-air', { limit: 10, leaseMs: 60_000 })),
  );
  const claimed = claims.flat();
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(await claimDueServices(rates.db, 'delhivery-air', { limit: 100, leaseMs: 60_000 })).toHaveLength(
    60 - claimed.length,
  );
  expect(await claimDueServices(rates.db, 'delhivery-air', { limit: 100, leaseMs: 60_000 })).toEqual([]);

  // One statement decides over ten at a time, in one minute or, when it turns meanwhile, in two.
  const granted = await Promise.all(
    Array.from({ length: 20 }, () => spendBudget(rates.db, 'delhivery', { questions: 10, perMinute: 55 })),
  );
  const { rows } = await sql<{ spent: number }>`select spent from courier_budgets`.execute(rates.db);
  expect(rows.every(({ spent }) => spent <= 55)).toBe(true);
  expect(rows.reduce((sum, { spent }) => sum + spent, 0)).toBe(granted.filter(Boolean).length * 10);
  expect(await spendBudget(rates.db, 'bluedart', { questions: 56, perMinute: 55 })).toBe(false);
  await rates.stop();
});
