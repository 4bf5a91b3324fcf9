import { courierCodes } from '@freight/contracts';
import { expect, test } from 'vitest';
import { findAdapter } from './adapters.ts';
import { courierCapabilities } from './capability-table.ts';

test.each(courierCodes)(
  '%s has the same capabilities in the table as in its adapter, and none without one',
  (courier) => {
    expect(courierCapabilities[courier]).toBe(findAdapter(courier)?.capabilities);
  },
);
