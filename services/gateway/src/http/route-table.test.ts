import { operations } from '@freight/contracts';
import { expect, it } from 'vitest';
import { honoPath, routeTable } from './route-table.ts';

it('tries a fixed word before a field in the same place', () => {
  const paths = routeTable(operations).map(({ path }) => path);
  const fixedFirst = [
    ['/api/v1/channels/orders', '/api/v1/channels/{integrationId}'],
    ['/api/v1/shipments/pickup-addresses', '/api/v1/shipments/{id}'],
  ] as const;
  for (const [fixed, field] of fixedFirst) expect(paths.indexOf(fixed)).toBeLessThan(paths.indexOf(field));
});

it('says everything that can be done at a path', () => {
  const entry = routeTable(operations).find(({ path }) => path === '/api/v1/shipments/{id}');
  expect(entry?.allow).toBe('GET, HEAD, OPTIONS, PATCH');
});

it('lists every operation with a route once', () => {
  const mounted = routeTable(operations).flatMap((entry) => entry.operations.map(({ name }) => name));
  const routed = operations.filter(({ http }) => http !== undefined).map(({ name }) => name);
  expect(mounted.toSorted()).toEqual(routed.toSorted());
});

it('spells fields as the router does', () => {
  expect(honoPath('/shipments/{id}/label.pdf')).toBe('/shipments/:id/label.pdf');
});
