import type { CourierCode } from '@freight/contracts';
import { amazon } from './amazon/amazon.ts';
import { bluedart } from './bluedart/bluedart.ts';
import type { CourierAdapter } from './courier.ts';
import { delhivery } from './delhivery/delhivery.ts';
import { dtdc } from './dtdc/dtdc.ts';
import { ekart } from './ekart/ekart.ts';
import { indiapost } from './indiapost/indiapost.ts';
import { shadowfax } from './shadowfax/shadowfax.ts';
import { xpressbees } from './xpressbees/xpressbees.ts';

/** Every courier that we can speak to: a new one is a folder and a line here. */
export const courierAdapters: Partial<Record<CourierCode, CourierAdapter>> = {
  delhivery,
  bluedart,
  ekart,
  shadowfax,
  xpressbees,
  dtdc,
  amazon,
  indiapost,
};

/** The adapter of a courier; undefined for a courier that has none yet. */
export const findAdapter = (courier: CourierCode): CourierAdapter | undefined => courierAdapters[courier];

/**
 * Like findAdapter, for a courier that an account names.
 *
 * @throws TypeError when there is none: the account should not have been enabled.
 */
export const adapterOf = (courier: CourierCode): CourierAdapter => {
  const adapter = findAdapter(courier);
  if (adapter === undefined) throw new TypeError(`there is no adapter for the courier ${courier}`);
  return adapter;
};
