import { join } from 'node:path';
import { operationsOf, serviceNames } from '@freight/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './workspaces.ts';

const implementations = z.array(z.object({ operation: z.object({ name: z.string() }), run: z.function() }));

describe.each(serviceNames)('%s', (service) => {
  test('implements every operation of the contract that is its own, once, and no other', async () => {
    const module: Record<string, unknown> = await import(join(root, 'services', service, 'src', 'operations.ts'));
    const [listed, ...others] = Object.values(module);
    expect(others).toEqual([]);
    const names = implementations.parse(listed).map(({ operation }) => operation.name);
    // The runtime answers `read-outbox` for every service that announces events.
    const wanted = operationsOf(service)
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('.read-outbox'));
    expect(names.toSorted()).toEqual(wanted.toSorted());
  });
});
