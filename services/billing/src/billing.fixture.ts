import {
  type CallInputOf,
  FreightError,
  getOrganization,
  newId,
  organizationOfTenant,
  type Price,
  priceWithVersion,
  putWallet,
  rechargeWallet,
  type reserveCharge,
} from '@freight/contracts';
import { openDatabase } from '@freight/database';
import { implement } from '@freight/messaging';
import { systemContext, type TestEnvironment, testService } from '@freight/testing';
import { billingConfig } from './config.ts';
import { startBilling } from './start.ts';

/**
 * Billing on a real PostgreSQL and NATS, beside a gateway that knows every organization but those named `org_unknown…`, and rates
 * with one card: ₹20 freight for each begun 500 g up to 30 kg, 18 % GST, a return for freight + ₹40 + GST.
 */
export const startBillingForTest = (options: { environment?: TestEnvironment } = {}) =>
  testService({
    ...options,
    service: 'billing',
    config: billingConfig,
    env: { DATABASE_POOL_SIZE: '8' },
    start: startBilling,
    stubs: [
      implement(getOrganization, async (_deps: undefined, _context, { organizationId }) => {
        const isUnknown =
          organizationId.startsWith('org_unknown') || organizationOfTenant(organizationId) !== organizationId;
        if (isUnknown) throw new FreightError('NOT_FOUND');
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
      implement(priceWithVersion, async (_deps: undefined, _context, { weightGrams, codPaise, vasPaise }) => {
        if (weightGrams > 30_000) throw new FreightError('INVALID_STATE', { message: 'too heavy' });
        const slabs = Math.ceil(weightGrams / 500);
        const freightPaise = slabs * 2_000;
        const netPaise = freightPaise + codPaise + vasPaise;
        const gstPaise = Math.round(netPaise * 0.18);
        return {
          chargeableWeightGrams: slabs * 500,
          price: {
            freightPaise,
            codPaise,
            vasPaise,
            gstPaise,
            totalPaise: netPaise + gstPaise,
            rtoPaise: Math.round((freightPaise + 4_000) * 1.18),
          },
        };
      }),
    ],
  });

export type BillingForTest = Awaited<ReturnType<typeof startBillingForTest>>;

/** A new organization with a wallet that has been recharged once with `balance` INR. */
export const openWallet = async (
  service: BillingForTest,
  {
    balance = 1_000,
    ...settings
  }: Partial<Omit<CallInputOf<typeof putWallet>, 'organizationId'>> & { balance?: number } = {},
): Promise<string> => {
  const organizationId = newId('organization');
  await service.call(putWallet, systemContext(), { type: 'PREPAID', ...settings, organizationId });
  if (balance > 0) {
    await service.call(rechargeWallet, systemContext(), { organizationId, amount: balance, reference: 'opening' });
  }
  return organizationId;
};

/** A price of `totalPaise` in all, split as a rate card would. */
export const priceOf = (totalPaise: number, codPaise = 0): Price => {
  const gstPaise = Math.round((totalPaise * 18) / 118);
  return {
    freightPaise: totalPaise - gstPaise - codPaise,
    codPaise,
    vasPaise: 0,
    gstPaise,
    totalPaise,
    rtoPaise: totalPaise,
  };
};

export const chargeOf = (
  totalPaise: number,
  { attemptId = newId('booking'), codPaise = 0 }: { attemptId?: string; codPaise?: number } = {},
): CallInputOf<typeof reserveCharge> => ({
  attemptId,
  price: priceOf(totalPaise, codPaise),
  reason: {
    shipmentId: `shp_of_${attemptId}`,
    orderReferenceNumber: `ORD-${attemptId}`,
    carrierId: 'delhivery-surface',
    rateCardVersion: 'standard-1',
    zone: 'METRO',
    chargeableWeightGrams: 1_500,
  },
});

/** Runs SQL with the administrator's rights: what an attacker inside, or a careless repair, could do. */
export const asAdmin = async ({ environment }: BillingForTest, statement: string): Promise<void> => {
  const { pool, close } = openDatabase({
    url: environment.adminUrl,
    schema: 'billing',
    poolSize: 1,
    applicationName: 'administrator',
  });
  try {
    await pool.query(statement);
  } finally {
    await close();
  }
};
