import {
  FreightError,
  newId,
  reverseCod,
  runRemittances,
  setRemittanceStatus,
  verifyLedger,
  weekdays,
} from '@freight/contracts';
import { systemContext } from '@freight/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { type Announced, announceAll } from '../shipment-events.fixture.ts';
import { dayFromNow, expectCodEquation, momentDaysAgo, remittancesOf } from './cod.fixture.ts';

/** Histories tried; `COD_HISTORIES=500` tries more. */
const histories = Number(process.env['COD_HISTORIES'] ?? 12);

const parcelCount = 6;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('events' as const),
      events: fc.array(eventArbitrary(), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      days: fc.integer({ min: -2, max: 5 }),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom('PROCESSING' as const, 'PAID' as const, 'FAILED' as const),
      which: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reverse' as const), parcel: fc.nat({ max: parcelCount - 1 }) }),
  },
);

function eventArbitrary() {
  return fc.record({
    parcel: fc.nat({ max: parcelCount - 1 }),
    isDelivered: fc.boolean(),
    version: fc.integer({ min: 2, max: 9 }),
    daysAgo: fc.integer({ min: 0, max: 4 }),
  });
}
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.record({
  isPostpaid: fc.boolean(),
  delayDays: fc.integer({ min: 0, max: 3 }),
  payoutWeekdays: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
  /** Rounds; the steps of one happen at the same moment. */
  rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }),
});

describe('cash on delivery', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  test(
    'after any history of events, runs, bank answers and reversals: collected = remitted + eligible + upcoming',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ isPostpaid, delayDays, payoutWeekdays, rounds }) => {
          const organizationId = await openWallet(service, {
            type: isPostpaid ? 'POSTPAID' : 'PREPAID',
            ...(isPostpaid ? { creditLimit: 1_000 } : {}),
            balance: 10,
            codCycle: { delayDays, payoutWeekdays },
          });
          const attempts = Array.from({ length: parcelCount }, () => newId('booking'));
          for (const round of rounds) {
            await Promise.all(round.map((one) => take(organizationId, attempts, one)));
            await expectCodEquation(service, organizationId);
          }
        }),
        { numRuns: histories, endOnFailure: true },
      );
      expect(await service.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
    },
    60_000 + histories * 5_000,
  );

  /** A refusal is an answer too; anything else that is thrown is a fault. */
  const refusable = async (call: Promise<unknown>): Promise<void> => {
    await call.catch((error: unknown) => {
      if (!(error instanceof FreightError) || error.status >= 500) throw error;
    });
  };

  const announce = async (organizationId: string, attempts: string[], { events }: Extract<Step, { kind: 'events' }>) =>
    announceAll(
      service,
      events.map(({ parcel, isDelivered, version, daysAgo }): Announced & { organizationId: string } => ({
        organizationId,
        attemptId: attempts[parcel] ?? '',
        version,
        codAmount: 100 + parcel,
        occurredAt: momentDaysAgo(daysAgo),
        ...(isDelivered ? { status: 'DELIVERED' } : { status: 'OUT_FOR_DELIVERY', previousStatus: 'DELIVERED' }),
      })),
    );

  const run = async ({ days, copies }: Extract<Step, { kind: 'run' }>) => {
    const asOf = dayFromNow(days);
    await Promise.all(Array.from({ length: copies }, () => service.call(runRemittances, systemContext(), { asOf })));
  };

  const setStatus = async (organizationId: string, { status, which }: Extract<Step, { kind: 'status' }>) => {
    const remittance = (await remittancesOf(service, organizationId))[which];
    if (remittance === undefined) return;
    const input = { id: remittance.id, status, ...(status === 'PAID' ? { utr: 'UTR' } : {}) };
    await refusable(service.call(setRemittanceStatus, systemContext(), input));
  };

  const reverse = (attempts: string[], { parcel }: Extract<Step, { kind: 'reverse' }>) =>
    refusable(service.call(reverseCod, systemContext(), { awb: `AWB-${attempts[parcel]}`, reason: 'model' }));

  const take = (organizationId: string, attempts: string[], one: Step): Promise<void> => {
    switch (one.kind) {
      case 'events':
        return announce(organizationId, attempts, one);
      case 'run':
        return run(one);
      case 'status':
        return setStatus(organizationId, one);
      case 'reverse':
        return reverse(attempts, one);
    }
  };
});
