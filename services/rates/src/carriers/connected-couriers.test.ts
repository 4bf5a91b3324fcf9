import { courierCapabilities } from '@freight/couriers/capabilities';
import { expect, test } from 'vitest';
import { connectedCouriers } from './connected-couriers.ts';

test('a courier without an adapter stops the start, because it could be quoted and never booked', () => {
  const { delhivery } = courierCapabilities;
  const adapters = delhivery === undefined ? {} : { delhivery };
  expect(connectedCouriers(['delhivery'], adapters)).toEqual({ delhivery });
  expect(() => connectedCouriers(['delhivery', 'indiapost'], adapters)).toThrow('there is no adapter for indiapost');
});
