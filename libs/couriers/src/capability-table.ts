import type { CourierCode } from '@freight/contracts';
import { capabilities as amazon } from './amazon/capabilities.ts';
import { capabilities as bluedart } from './bluedart/capabilities.ts';
import type { CourierCapabilities } from './capabilities.ts';
import { capabilities as delhivery } from './delhivery/capabilities.ts';
import { capabilities as dtdc } from './dtdc/capabilities.ts';
import { capabilities as ekart } from './ekart/capabilities.ts';
import { capabilities as indiapost } from './indiapost/capabilities.ts';
import { capabilities as shadowfax } from './shadowfax/capabilities.ts';
import { capabilities as xpressbees } from './xpressbees/capabilities.ts';

/**
 * What the couriers with an adapter offer, as pure data: for services that choose a courier and never call one. It is an
 * entry point of its own, so that they load no HTTP client.
 */
export const courierCapabilities: Partial<Record<CourierCode, CourierCapabilities>> = {
  delhivery,
  bluedart,
  ekart,
  shadowfax,
  xpressbees,
  dtdc,
  amazon,
  indiapost,
};

export type { CourierCapabilities } from './capabilities.ts';
