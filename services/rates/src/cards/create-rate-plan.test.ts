import { createRatePlan, getRatePlan, listRatePlans } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

test('a new plan is listed by its name and prices nothing yet', async () => {
  const created = await rates.call(createRatePlan, systemContext(), { name: 'Alpha' });
  expect(created).toMatchObject({ name: 'Alpha', isDefault: false, currentVersion: null });
  const { data, meta } = await rates.call(listRatePlans, systemContext(), {});
  expect(data.map(({ name, currentVersion }) => [name, currentVersion])).toEqual([
    ['Alpha', null],
    ['Demonstration', 1],
  ]);
  expect(meta.total).toBe(2);
  expect(await rates.call(getRatePlan, systemContext(), { id: created.id })).toEqual({ ...created, versions: [] });
});

test('a repeated request finds its plan again', async () => {
  const context = systemContext();
  const first = await rates.call(createRatePlan, context, { name: 'Once' });
  expect(await rates.call(createRatePlan, context, { name: 'Once' })).toEqual(first);
});

test('a second plan of the same name is refused', async () => {
  await rates.call(createRatePlan, systemContext(), { name: 'Taken' });
  await expect(rates.call(createRatePlan, systemContext(), { name: 'Taken' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: { name: ['another rate plan has this name'] },
  });
});

test('a plan that is not there is not found', async () => {
  await expect(rates.call(getRatePlan, systemContext(), { id: 'rpl_nobody' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
