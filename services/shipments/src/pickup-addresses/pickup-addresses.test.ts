import { createPickupAddress, deletePickupAddress, listPickupAddresses } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  delhi,
  mumbai,
  newOrganizationId,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

describe('saved pickup addresses', () => {
  test('the first of several saved at once is the default, and only one is', async () => {
    const context = organizationContext(newOrganizationId());
    await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        service.call(
          createPickupAddress,
          { ...context, operationId: `op-${number}` },
          { ...delhi, name: `W${number}` },
        ),
      ),
    );
    const saved = await service.call(listPickupAddresses, context, {});
    expect(saved).toHaveLength(8);
    expect(saved.filter((address) => address.isDefault)).toHaveLength(1);
  });

  test('the same request again (same operation id) saves once', async () => {
    const context = organizationContext(newOrganizationId());
    const first = await service.call(createPickupAddress, context, mumbai);
    expect(await service.call(createPickupAddress, context, mumbai)).toEqual(first);
    expect(await service.call(listPickupAddresses, context, {})).toEqual([first]);
  });

  test('are deleted by their owner only', async () => {
    const context = organizationContext(newOrganizationId());
    const { id } = await service.call(createPickupAddress, context, delhi);
    const stranger = organizationContext(newOrganizationId());
    expect(await refusalOf(service.call(deletePickupAddress, stranger, { id }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await service.call(deletePickupAddress, context, { id })).toEqual({ id });
    expect(await service.call(listPickupAddresses, context, {})).toEqual([]);
  });
});
