import { bookShipment, type CourierHealthReport, courierHealthBroadcast } from '@freight/contracts';
import { accountKey, type CourierObservation } from '@freight/couriers';
import { onBroadcast } from '@freight/messaging';
import { eventually } from '@freight/testing';
import { expect, test } from 'vitest';
import { createDraft, startShipmentsForTest } from '../shipments.fixture.ts';
import { createHealthReporter } from './report-health.ts';

const live = { courier: 'delhivery' as const, baseUrl: 'http://live', credentials: { token: 'a' } };
const sandbox = { courier: 'delhivery' as const, baseUrl: 'http://sandbox', credentials: { token: 'b' } };

const observation = (overrides: Partial<CourierObservation> = {}): CourierObservation => ({
  courier: 'delhivery',
  account: accountKey(live),
  operation: 'book',
  outcome: 'done',
  durationMs: 120,
  ...overrides,
});

const reporter = () =>
  createHealthReporter(
    () => [
      { mode: 'live', account: live },
      { mode: 'test', account: sandbox },
    ],
    (account) => account === sandbox,
  );

test('a refusal by the courier is a success, silence and a closed door are failures', () => {
  const { observe, take } = reporter();
  observe(observation());
  observe(observation({ outcome: 'refused', reason: 'NOT_SERVICEABLE', durationMs: 90 }));
  observe(observation({ outcome: 'unknown', durationMs: 10_001 }));
  observe(observation({ outcome: 'refused', reason: 'UNAVAILABLE', durationMs: 0 }));
  const [ofLive, ofTest] = take().couriers;
  expect(ofLive).toEqual({
    courier: 'delhivery',
    mode: 'live',
    succeeded: 2,
    failed: 2,
    durationsMs: { sum: 10_211, counts: [0, 1, 1, 0, 0, 0, 0, 0, 1] },
    isCircuitOpen: false,
  });
  expect(ofTest).toMatchObject({ mode: 'test', succeeded: 0, failed: 0, isCircuitOpen: true });
});

test('what was reported is not reported again', () => {
  const { observe, take } = reporter();
  observe(observation());
  expect(take().couriers[0]?.succeeded).toBe(1);
  expect(take().couriers[0]?.succeeded).toBe(0);
});

test('an account that carries live and test data is reported as both', () => {
  const both = createHealthReporter(
    () => [
      { mode: 'live', account: live },
      { mode: 'test', account: { ...live } },
    ],
    () => false,
  );
  both.observe(observation());
  expect(both.take().couriers.map(({ mode, succeeded }) => [mode, succeeded])).toEqual([
    ['live', 1],
    ['test', 1],
  ]);
});

test('the service tells everybody of its calls', async () => {
  const service = await startShipmentsForTest();
  const reports: CourierHealthReport[] = [];
  const stopListening = onBroadcast(
    service.bus,
    courierHealthBroadcast.name,
    courierHealthBroadcast.schema,
    (report) => void reports.push(report),
  );
  const { context, shipment } = await createDraft(service);
  await service.call(bookShipment, context, { id: shipment.id });
  await eventually(() => {
    const calls = reports.flatMap(({ couriers }) =>
      couriers.filter(({ courier, mode }) => courier === 'delhivery' && mode === 'live'),
    );
    expect(calls.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBeGreaterThanOrEqual(1);
  });
  stopListening();
  await service.stop();
});
