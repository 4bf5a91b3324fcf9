import { carriers } from '@freight/contracts';
import { expect, test } from 'vitest';
import { isPreferred, type NamedCarriers, pickCarriers } from './pick-carriers.ts';

const picked = (named: NamedCarriers, shipmentType: 'FORWARD' | 'REVERSE' = 'FORWARD'): string[] =>
  carriers.filter(pickCarriers(named, shipmentType).admits).map(({ carrierId }) => carrierId);

test('without a name every carrier is admitted', () => {
  expect(picked({})).toHaveLength(12);
  expect(pickCarriers({}, 'FORWARD').isNamed).toBe(false);
});

test('a rate code and its provider form mean the same carrier', () => {
  expect(picked({ carrierId: 'delhivery-air' })).toEqual(['delhivery-air']);
  expect(picked({ carrierId: 'DELHIVERY_AIR' })).toEqual(['delhivery-air']);
});

test('a brand admits all its services, and the carrier id or service type refines it', () => {
  expect(picked({ carrierBrand: 'BLUEDART' })).toEqual(['bluedart-surface', 'bluedart-air']);
  expect(picked({ carrierBrand: 'BLUEDART', serviceType: 'AIR' })).toEqual(['bluedart-air']);
  expect(picked({ carrierBrand: 'BLUEDART', carrierId: 'bluedart-surface' })).toEqual(['bluedart-surface']);
});

test('REVERSE admits every carrier for a reverse shipment and none for another', () => {
  expect(picked({ serviceType: 'REVERSE' }, 'REVERSE')).toHaveLength(12);
  expect(() => picked({ serviceType: 'REVERSE' })).toThrow('does not carry a FORWARD shipment');
});

test.each([
  [{ carrierId: 'nobody-air' }, 'Carrier nobody-air is unknown'],
  [{ carrierBrand: 'NOBODY' }, 'Carrier brand NOBODY is unknown'],
  [{ carrierBrand: 'BLUEDART', carrierId: 'delhivery-air' }, 'delhivery-air is no service of BLUEDART'],
])('%o is refused by name', (named, message) => {
  expect(() => picked(named)).toThrow(message);
});

test('a preference may be a brand, a rate code or a provider form; an unknown one prefers nobody', () => {
  const preferred = (preference: string) =>
    carriers.filter((carrier) => isPreferred(preference, carrier)).map(({ carrierId }) => carrierId);
  expect(preferred('DELHIVERY')).toEqual(['delhivery-surface', 'delhivery-air']);
  expect(preferred('delhivery-air')).toEqual(['delhivery-air']);
  expect(preferred('DELHIVERY_AIR')).toEqual(['delhivery-air']);
  expect(preferred('nobody')).toEqual([]);
});
