import {
  type allocateCarriers,
  type BookedLane,
  type CallInputOf,
  createRatePlan,
  createRatePlanVersion,
  FreightError,
  getOrganization,
  listBookedLanes,
  newId,
} from '@freight/contracts';
import { implement } from '@freight/messaging';
import { organizationContext, systemContext, type TestEnvironment, testService } from '@freight/testing';
import { ratesConfig } from './config.ts';
import { startRates } from './start.ts';

/** The one organization that the gateway does not know. */
export const unknownOrganization = 'org_unknown';

/** What the neighbours answer; tests change it. */
export const neighbours: { bookedLanes: BookedLane[] } = { bookedLanes: [] };

const stubs = [
  implement(getOrganization, async (_deps: undefined, _context, { organizationId }) => {
    if (organizationId === unknownOrganization) throw new FreightError('NOT_FOUND');
    return {
      id: organizationId,
      name: 'Test',
      contactEmail: null,
      kycStatus: 'APPROVED' as const,
      isSuspended: false,
      rateLimit: { perSecond: 100, burst: 200 },
      createdAt: '2026-01-01T00:00:00.000Z',
    };
  }),
  implement(listBookedLanes, async (_deps: undefined, _context, { limit }) => neighbours.bookedLanes.slice(0, limit)),
];

/** Rates with the demonstration plan, connected to Delhivery and Blue Dart. */
export const startRatesForTest = (env: Record<string, string> = {}, environment?: TestEnvironment) =>
  testService({
    service: 'rates',
    config: ratesConfig,
    start: startRates,
    stubs,
    env,
    ...(environment === undefined ? {} : { environment }),
  });

export type RatesForTest = Awaited<ReturnType<typeof startRatesForTest>>;

export const anyMerchant = () => organizationContext(newId('organization'));

/** Delhi to Mumbai, 400 g prepaid in a small box. */
export const parcel = (
  overrides: Partial<CallInputOf<typeof allocateCarriers>> = {},
): CallInputOf<typeof allocateCarriers> => ({
  pickupPincode: '110001',
  dropPincode: '400001',
  paymentMode: 'PREPAID',
  shipmentType: 'FORWARD',
  isQcRequired: false,
  invoiceValuePaise: 100_000,
  codAmountPaise: 0,
  packages: [{ weightGrams: 400, lengthCm: 10, breadthCm: 10, heightCm: 5 }],
  ...overrides,
});

/** A plan of its own with these cards, effective from long ago unless said otherwise. */
export const createPlan = async (
  rates: RatesForTest,
  cards: readonly unknown[],
  effectiveFrom = '2026-01-01T00:00:00+05:30',
): Promise<string> => {
  const { id } = await rates.call(createRatePlan, systemContext(), { name: newId('ratePlan') });
  await rates.call(createRatePlanVersion, systemContext(), { id, effectiveFrom, document: planDocument(cards) });
  return id;
};

export const planDocument = (cards: readonly unknown[]) => ({ currency: 'INR', gstPercent: 18, cards });
