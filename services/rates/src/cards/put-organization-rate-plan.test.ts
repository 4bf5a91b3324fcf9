import {
  calculateRates,
  getOrganizationRatePlan,
  newId,
  putOrganizationRatePlan,
  testTenantOf,
} from '@freight/contracts';
import { eventually, organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardDocument } from '../pricing/card.fixture.ts';
import { createPlan, type RatesForTest, startRatesForTest, unknownOrganization } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const lane = { pickupPincode: '110001', dropPincode: '400001', weightGrams: 100, paymentMode: 'PREPAID' as const };

test('an organization is priced by its plan at once, live and test, and by the default before', async () => {
  const organizationId = newId('organization');
  const plan = () => rates.call(getOrganizationRatePlan, systemContext(), { organizationId });
  expect(await plan()).toMatchObject({ ratePlanId: 'demo', isAssigned: false, assignedAt: null });

  const ratePlanId = await createPlan(rates, [cardDocument()]);
  await rates.call(putOrganizationRatePlan, systemContext(), { organizationId, ratePlanId });
  expect(await plan()).toMatchObject({ ratePlanId, isAssigned: true });
  for (const tenant of [organizationId, testTenantOf(organizationId)]) {
    const quotes = await rates.call(calculateRates, organizationContext(tenant), lane);
    expect(quotes.map(({ carrierId }) => carrierId)).toEqual(['delhivery-surface']);
  }
});

test('every replica prices by the new plan', async () => {
  const replica = await startRatesForTest({}, rates.environment);
  const organizationId = newId('organization');
  const ratePlanId = await createPlan(rates, [cardDocument()]);
  await rates.call(putOrganizationRatePlan, systemContext(), { organizationId, ratePlanId });
  await eventually(async () => {
    // Requests go to either replica; ten in a row that agree have met both.
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => rates.call(calculateRates, organizationContext(organizationId), lane)),
    );
    expect(answers.map((quotes) => quotes.length)).toEqual(Array.from({ length: 10 }, () => 1));
  });
  await replica.stop();
});

test('an unknown plan is a field error and an unknown organization is not found', async () => {
  await expect(
    rates.call(putOrganizationRatePlan, systemContext(), {
      organizationId: newId('organization'),
      ratePlanId: 'rpl_nobody',
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors: { ratePlanId: ['there is no such rate plan'] } });
  await expect(
    rates.call(putOrganizationRatePlan, systemContext(), { organizationId: unknownOrganization, ratePlanId: 'demo' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
