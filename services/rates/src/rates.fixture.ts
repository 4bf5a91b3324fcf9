import { type allocateCarriers, type CallInputOf, newId } from '@freight/contracts';
import { organizationContext, testService } from '@freight/testing';
import { ratesConfig } from './config.ts';
import { startRates } from './start.ts';

/** Rates with the demonstration plan, connected to Delhivery and Blue Dart. */
export const startRatesForTest = () => testService({ service: 'rates', config: ratesConfig, start: startRates });

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
