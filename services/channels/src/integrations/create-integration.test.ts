import { createChannel, listChannels, newId, testTenantOf } from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelsForTest, connectStore, startChannelsForTest } from '../channels.fixture.ts';

let channels: ChannelsForTest;
beforeAll(async () => {
  channels = await startChannelsForTest();
});
afterAll(() => channels.stop());

test('a connected store starts with safe defaults: active, nothing automatic', async () => {
  const { integration } = await connectStore(channels);
  expect(integration).toEqual({
    id: expect.stringMatching(/^int_/),
    name: 'Own store',
    type: 'custom',
    storeUrl: 'https://store.example',
    isActive: true,
    autoCreateShipments: false,
    defaultPickupAddressId: null,
    defaultPaymentMode: 'PREPAID',
    defaultWeightGrams: 500,
    initialSyncDays: 7,
    lastSyncAt: null,
    lastError: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test('the same request run again connects one store', async () => {
  const organizationId = newId('organization');
  const context = systemContext();
  const connect = () =>
    channels.call(createChannel, context, {
      organizationId,
      type: 'custom',
      name: 'Twice',
      storeUrl: 'https://store.example',
    });
  const [first, second] = await Promise.all([connect(), connect()]);
  expect(second).toEqual(first);
  expect(await channels.call(listChannels, { ...context, organizationId }, {})).toEqual([first]);
});

test('the test tenant of an organization has stores of its own', async () => {
  const organizationId = newId('organization');
  const { integration, merchant } = await connectStore(channels, { organizationId: testTenantOf(organizationId) });
  expect(await channels.call(listChannels, merchant, {})).toEqual([integration]);
  expect(await channels.call(listChannels, organizationContext(organizationId), {})).toEqual([]);
});

test('a store of an unknown organization is NOT_FOUND', async () => {
  await expect(connectStore(channels, { organizationId: 'org_unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an address that is no URL is a field error', async () => {
  await expect(connectStore(channels, { storeUrl: 'my store' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: { storeUrl: [expect.any(String)] },
  });
});
