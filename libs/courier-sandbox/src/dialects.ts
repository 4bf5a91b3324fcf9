import type { CourierCode } from '@freight/contracts';
import { amazon } from './amazon/index.ts';
import { bluedart } from './bluedart/index.ts';
import { delhivery } from './delhivery/index.ts';
import type { Dialect } from './dialect.ts';
import { dtdc } from './dtdc/index.ts';
import { ekart } from './ekart/index.ts';
import { indiapost } from './indiapost/index.ts';
import { shadowfax } from './shadowfax/index.ts';
import { xpressbees } from './xpressbees/index.ts';

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
