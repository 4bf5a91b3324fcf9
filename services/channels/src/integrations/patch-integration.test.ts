import { type CallInputOf, listChannels, patchChannel } from '@freight/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelsForTest, connectStore, savedAddressOf, startChannelsForTest } from '../channels.fixture.ts';

let channels: ChannelsForTest;
beforeAll(async () => {
  channels = await startChannelsForTest();
});
afterAll(() => channels.stop());

type Change = Omit<CallInputOf<typeof patchChannel>, 'integrationId'>;

const connected = async () => {
  const store = await connectStore(channels);
  return {
    ...store,
    savedAddressId: savedAddressOf(store.organizationId).id,
    patch: (change: Change) =>
      channels.call(patchChannel, store.merchant, { integrationId: store.integration.id, ...change }),
    read: async () => (await channels.call(listChannels, store.merchant, {}))[0],
  };
};

test('what is sent changes and the rest stays', async () => {
  const { integration, patch } = await connected();
  expect(await patch({ defaultWeightGrams: 750, defaultPaymentMode: 'COD', initialSyncDays: 30 })).toEqual({
    ...integration,
    defaultWeightGrams: 750,
    defaultPaymentMode: 'COD',
    initialSyncDays: 30,
    updatedAt: expect.any(String),
  });
});

test('an empty change leaves every setting as it was', async () => {
  const { integration, patch } = await connected();
  expect(await patch({})).toEqual({ ...integration, updatedAt: expect.any(String) });
});

test('a saved pickup address becomes the default', async () => {
  const { patch, savedAddressId } = await connected();
  expect((await patch({ defaultPickupAddressId: savedAddressId })).defaultPickupAddressId).toBe(savedAddressId);
});

test('an address that is not saved, or is another organization’s, is refused and changes nothing', async () => {
  const { integration, patch, read } = await connected();
  const other = await connected();
  for (const defaultPickupAddressId of ['adr_nowhere', other.savedAddressId]) {
    await expect(patch({ defaultPickupAddressId, initialSyncDays: 1 })).rejects.toMatchObject({
      code: 'PICKUP_ADDRESS_UNKNOWN',
    });
  }
  expect(await read()).toEqual(integration);
});

test('shipments are created automatically only with a default pickup address, set before or in the same change', async () => {
  const first = await connected();
  await expect(first.patch({ autoCreateShipments: true })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: { defaultPickupAddressId: [expect.any(String)] },
  });
  await first.patch({ defaultPickupAddressId: first.savedAddressId });
  expect((await first.patch({ autoCreateShipments: true })).autoCreateShipments).toBe(true);

  const second = await connected();
  const together = { autoCreateShipments: true, defaultPickupAddressId: second.savedAddressId };
  expect(await second.patch(together)).toMatchObject(together);
});

test('another organization’s store is NOT_FOUND, as a missing one', async () => {
  const { integration } = await connected();
  const other = await connected();
  for (const integrationId of [integration.id, 'int_missing']) {
    await expect(
      channels.call(patchChannel, other.merchant, { integrationId, initialSyncDays: 1 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
