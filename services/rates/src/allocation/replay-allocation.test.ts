import {
  type AllocationRule,
  allocateCarriers,
  type BookedLane,
  createRatePlanVersion,
  newId,
  putOrganizationRatePlan,
  replayAllocation,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardDocument, everywhere } from '../pricing/card.fixture.ts';
import {
  anyMerchant,
  createPlan,
  neighbours,
  parcel,
  planDocument,
  type RatesForTest,
  startRatesForTest,
} from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

/** Books at the rate service what shipments would remember: the first candidate of each lane. */
const book = async (
  context: ReturnType<typeof anyMerchant>,
  ...lanes: Parameters<typeof parcel>[0][]
): Promise<BookedLane[]> =>
  Promise.all(
    lanes.map(async (overrides, index) => {
      const lane = parcel(overrides);
      const { candidates } = await rates.call(allocateCarriers, context, lane);
      const [first] = candidates;
      if (first === undefined) throw new Error('nobody');
      return {
        shipmentId: `shp_${index}`,
        orderReferenceNumber: `ORD-${index}`,
        carrierId: first.carrierId,
        totalPaise: first.price.totalPaise,
        rateCardVersion: first.rateCardVersion,
        lane: allocateCarriers.input.parse(lane),
      };
    }),
  );

const rule = (rest: Omit<AllocationRule, 'conditions'>): AllocationRule => ({ conditions: {}, ...rest });

test('without rules the bookings cost what they were booked for', async () => {
  const context = anyMerchant();
  neighbours.bookedLanes = await book(context, {}, { dropPincode: '781001' }, { shipmentType: 'REVERSE' });
  const answer = await rates.call(replayAllocation, context, { rules: [] });
  expect(answer).toMatchObject({ bookings: 3, unallocated: 0, difference: 0 });
  expect(answer.replayedTotal).toBe(answer.bookedTotal);
  expect(answer.lines.map(({ carrierId }) => carrierId)).toEqual(
    neighbours.bookedLanes.map(({ carrierId }) => carrierId),
  );
});

test('other rules are priced line by line, and the difference is their sum', async () => {
  const context = anyMerchant();
  neighbours.bookedLanes = await book(context, {}, { dropPincode: '110002' });
  const { lines, ...answer } = await rates.call(replayAllocation, context, {
    rules: [rule({ name: 'air', strategy: 'PRIORITY', carriers: ['bluedart-air'] })],
  });
  expect(lines[0]).toEqual({
    shipmentId: 'shp_0',
    orderReferenceNumber: 'ORD-0',
    bookedCarrierId: 'delhivery-surface',
    bookedCharge: 38.94,
    carrierId: 'bluedart-air',
    totalCharge: 53.1,
    reason: expect.stringMatching(/^rule 1 \(air\), by priority: ₹53.10/),
  });
  const added = lines.map(({ totalCharge, bookedCharge }) => Math.round(((totalCharge ?? 0) - bookedCharge) * 100));
  expect(Math.round(answer.difference * 100)).toBe(added.reduce((sum, paise) => sum + paise, 0));
});

test('a booking that nobody could carry counts in neither total', async () => {
  const context = anyMerchant();
  neighbours.bookedLanes = await book(context, {}, { shipmentType: 'REVERSE' });
  const answer = await rates.call(replayAllocation, context, {
    rules: [rule({ strategy: 'PRIORITY', carriers: ['delhivery-air'] })],
  });
  expect(answer).toMatchObject({ bookings: 2, unallocated: 1, bookedTotal: 38.94, replayedTotal: 49.56 });
  expect(answer.lines[1]).toMatchObject({ carrierId: null, totalCharge: null });
});

test('a booking is priced with the version that priced it, superseded or not', async () => {
  const organizationId = newId('organization');
  const context = organizationContext(organizationId);
  const ratePlanId = await createPlan(rates, [cardDocument()]);
  await rates.call(putOrganizationRatePlan, systemContext(), { organizationId, ratePlanId });
  neighbours.bookedLanes = await book(context, {});
  const dear = { bases: [{ uptoGrams: 20_000, first: everywhere(500), additional: null }] };
  await rates.call(createRatePlanVersion, systemContext(), {
    id: ratePlanId,
    effectiveFrom: '2026-02-01T00:00:00Z',
    document: planDocument([cardDocument({ forward: dear })]),
  });
  expect((await rates.call(allocateCarriers, context, parcel())).candidates[0]?.price.freightPaise).toBe(50_000);
  expect(await rates.call(replayAllocation, context, { rules: [] })).toMatchObject({
    bookings: 1,
    difference: 0,
    replayedTotal: 23.6,
  });
});

test('the number of bookings is what was asked for, and none is an empty answer', async () => {
  const context = anyMerchant();
  neighbours.bookedLanes = await book(context, {}, {});
  expect(await rates.call(replayAllocation, context, { rules: [], last: 1 })).toMatchObject({ bookings: 1 });
  neighbours.bookedLanes = [];
  expect(await rates.call(replayAllocation, context, { rules: [] })).toEqual({
    bookings: 0,
    unallocated: 0,
    bookedTotal: 0,
    replayedTotal: 0,
    difference: 0,
    lines: [],
  });
});
