import {
  FreightError,
  getWallet,
  newId,
  postReservation,
  type Reservation,
  rechargeWallet,
  refundReservation,
  releaseReservation,
  reserveCharge,
  toInr,
  verifyLedger,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

/** Histories tried; each is some 500 calls over 6 workers. `LEDGER_HISTORIES=2000` makes it a million. */
const histories = Number(process.env['LEDGER_HISTORIES'] ?? 8);

const workerCount = 6;
const attemptsPerWorker = 5;
const openingPaise = 50_000;

const command = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant('reserve' as const) },
    { weight: 3, arbitrary: fc.constantFrom('post' as const, 'release' as const, 'refund' as const) },
    { weight: 1, arbitrary: fc.constant('recharge' as const) },
  ),
  attempt: fc.nat({ max: attemptsPerWorker - 1 }),
  amountPaise: fc.integer({ min: 1, max: 40_000 }),
  /** The same request this many times at the same moment. */
  copies: fc.integer({ min: 1, max: 3 }),
});
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.tuple(
  fc.constantFrom(0, 30_000),
  fc.array(fc.array(command, { minLength: 20, maxLength: 60 }), { minLength: workerCount, maxLength: workerCount }),
);

/** What the oracle knows of an attempt. Only its worker touches it, so between two commands its state is certain. */
type Attempt = { attemptId: string; amountPaise: number; status: Reservation['status'] | undefined };

/** A reserve that was refused, with the wallet's entries before it was sent and after it was answered. */
type Refusal = { amountPaise: number; fromSeq: number; toSeq: number };

type World = {
  service: BillingForTest;
  organizationId: string;
  limitPaise: number;
  rechargedPaise: number;
  attempts: Attempt[];
  refusals: Refusal[];
};

describe('the ledger against an oracle in memory', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test(
    'random histories of concurrent workers end where the oracle says, and every answer on the way is right',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ([limitPaise, scripts]) => {
          const world = await openWorld(service, limitPaise);
          await Promise.all(scripts.map((script) => runWorker(world, script)));
          await expectWallet(world);
          await expectLimitKept(world);
          await expectRefusalsJustified(world);
        }),
        { numRuns: histories, endOnFailure: true },
      );
      expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({
        isSound: true,
        firstDifference: null,
      });
    },
    60_000 + histories * 10_000,
  );
});

const openWorld = async (service: BillingForTest, limitPaise: number): Promise<World> => ({
  service,
  organizationId: await openWallet(service, {
    type: limitPaise > 0 ? 'POSTPAID' : 'PREPAID',
    creditLimit: toInr(limitPaise),
    balance: toInr(openingPaise),
  }),
  limitPaise,
  rechargedPaise: openingPaise,
  attempts: [],
  refusals: [],
});

const runWorker = async (world: World, script: Command[]): Promise<void> => {
  const attempts = Array.from(
    { length: attemptsPerWorker },
    (_, index): Attempt => ({
      attemptId: newId('booking'),
      amountPaise: 3_000 * (index + 1),
      status: undefined,
    }),
  );
  world.attempts.push(...attempts);
  for (const { kind, attempt: index, amountPaise, copies } of script) {
    const attempt = attempts[index];
    if (attempt === undefined) throw new RangeError('no such attempt');
    if (kind === 'recharge') await recharge(world, amountPaise, copies);
    else await settle[kind](world, attempt, copies);
  }
};

/** Sends the same call several times at once; gives each one's answer, or the code of its refusal. */
const together = async <T>(copies: number, call: () => Promise<T>): Promise<(T | string)[]> =>
  Promise.all(
    Array.from({ length: copies }, () =>
      call().catch((error: unknown) => {
        if (error instanceof FreightError) return error.code;
        throw error;
      }),
    ),
  );

const recharge = async (world: World, amountPaise: number, copies: number): Promise<void> => {
  const { service, organizationId } = world;
  const reference = newId('operation');
  const answers = await together(copies, () =>
    service.call(rechargeWallet, systemContext(), { organizationId, amount: toInr(amountPaise), reference }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ amount: toInr(amountPaise) });
  world.rechargedPaise += amountPaise;
};

const reserve = async (world: World, attempt: Attempt, copies: number): Promise<void> => {
  const { service, organizationId } = world;
  const charge = chargeOf(attempt.amountPaise, { attemptId: attempt.attemptId });
  const statusBefore = attempt.status;
  const fromSeq = await walletSeq(world);
  const answers = await together(copies, () =>
    service.call(reserveCharge, organizationContext(organizationId), charge),
  );
  const toSeq = await walletSeq(world);

  if (attempt.status === 'RELEASED' || attempt.status === 'REFUNDED') {
    expect(answers).toEqual(Array(copies).fill('INVALID_STATE'));
    return;
  }
  const refused = answers.filter((answer) => answer === 'INSUFFICIENT_BALANCE');
  if (attempt.status === undefined && refused.length < copies) attempt.status = 'HELD';
  for (const answer of answers) {
    if (answer !== 'INSUFFICIENT_BALANCE') expect(answer).toMatchObject({ status: attempt.status });
    else world.refusals.push({ amountPaise: attempt.amountPaise, fromSeq, toSeq });
  }
  // What is held or posted already is never refused for want of money.
  if (statusBefore !== undefined) expect(refused).toEqual([]);
};

const post = async ({ service, organizationId }: World, attempt: Attempt, copies: number): Promise<void> => {
  const { attemptId, amountPaise } = attempt;
  const answers = await together(copies, () =>
    service.call(postReservation, organizationContext(organizationId), { attemptId, awbNumber: 'AWB' }),
  );
  if (attempt.status === 'HELD') attempt.status = 'POSTED';
  const expected =
    attempt.status === undefined
      ? 'NOT_FOUND'
      : attempt.status === 'RELEASED'
        ? 'INVALID_STATE'
        : expect.objectContaining({ status: attempt.status, amountPaise });
  expect(answers).toEqual(Array(copies).fill(expected));
};

const release = async ({ service, organizationId }: World, attempt: Attempt, copies: number): Promise<void> => {
  const { attemptId } = attempt;
  const answers = await together(copies, () =>
    service.call(releaseReservation, organizationContext(organizationId), { attemptId, reason: 'test' }),
  );
  if (attempt.status === 'HELD' || attempt.status === undefined) attempt.status = 'RELEASED';
  const expected = attempt.status === 'RELEASED' ? expect.objectContaining({ status: 'RELEASED' }) : 'INVALID_STATE';
  expect(answers).toEqual(Array(copies).fill(expected));
};

const refund = async ({ service, organizationId }: World, attempt: Attempt, copies: number): Promise<void> => {
  const { attemptId, amountPaise } = attempt;
  const answers = await together(copies, () =>
    service.call(refundReservation, organizationContext(organizationId), { attemptId, reason: 'test' }),
  );
  if (attempt.status === 'HELD' || attempt.status === 'POSTED') attempt.status = 'REFUNDED';
  const expected =
    attempt.status === undefined ? 'NOT_FOUND' : { refundedPaise: attempt.status === 'REFUNDED' ? amountPaise : 0 };
  expect(answers).toEqual(Array(copies).fill(expected));
};

const settle = { reserve, post, release, refund };

const walletSeq = async ({ service, organizationId }: World): Promise<number> => {
  const { entry_count } = await service.db
    .selectFrom('accounts')
    .select('entry_count')
    .where('organization_id', '=', organizationId)
    .where('account', '=', 'wallet')
    .executeTakeFirstOrThrow();
  return entry_count;
};

const totalOf = ({ attempts }: World, status: Attempt['status']): number =>
  attempts.filter((attempt) => attempt.status === status).reduce((sum, { amountPaise }) => sum + amountPaise, 0);

const expectWallet = async (world: World): Promise<void> => {
  const balancePaise = world.rechargedPaise - totalOf(world, 'POSTED');
  const heldPaise = totalOf(world, 'HELD');
  expect(await world.service.call(getWallet, organizationContext(world.organizationId), {})).toMatchObject({
    balance: toInr(balancePaise),
    heldAmount: toInr(heldPaise),
    availableBalance: toInr(balancePaise - heldPaise + world.limitPaise),
  });
};

/** What was available after each entry of the wallet, oldest first; before the first it was the credit limit. */
const availableAfterEach = async ({ service, organizationId, limitPaise }: World): Promise<number[]> => {
  const { rows } = await sql<{ available: number }>`
    select balance_after_paise - held_after_paise as available from entries
    where organization_id = ${organizationId} and account = 'wallet' order by seq`.execute(service.db);
  return [limitPaise, ...rows.map(({ available }) => available + limitPaise)];
};

const expectLimitKept = async (world: World): Promise<void> => {
  expect(Math.min(...(await availableAfterEach(world)))).toBeGreaterThanOrEqual(0);
};

/** A refusal is right if at some moment between request and answer the wallet really had too little. */
const expectRefusalsJustified = async (world: World): Promise<void> => {
  const available = await availableAfterEach(world);
  for (const { amountPaise, fromSeq, toSeq } of world.refusals) {
    expect(Math.min(...available.slice(fromSeq, toSeq + 1))).toBeLessThan(amountPaise);
  }
};
