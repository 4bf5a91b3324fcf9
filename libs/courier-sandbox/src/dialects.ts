import type { CourierCode } from '@freight/contracts';
import { amazon } from './amazon/amazon.ts';
import { bluedart } from './bluedart/bluedart.ts';
import { delhivery } from './delhivery/delhivery.ts';
import type { Dialect } from './dialect.ts';
import { dtdc } from './dtdc/dtdc.ts';
import { ekart } from './ekart/ekart.ts';
import { indiapost } from './indiapost/indiapost.ts';
import { shadowfax } from './shadowfax/shadowfax.ts';
import { xpressbees } from './xpressbees/xpressbees.ts';

/** Every courier the sandbox speaks: a new one is a folder and a line here. */
export const dialects: Partial<Record<CourierCode, Dialect>> = {
  delhivery,
  bluedart,
  ekart,
  shadowfax,
  xpressbees,
  dtdc,
  amazon,
  indiapost,
};
