import { courierCodes } from '@freight/contracts';
import { expect, test } from 'vitest';
import { adapterOf } from './adapters.ts';
import { courierCapabilities } from './capability-table.ts';

test.each(courierCodes)('%s has an adapter, and the same capabilities in the table as there', (courier) => {
  expect(courierCapabilities[courier]).toBe(adapterOf(courier).capabilities);
});
