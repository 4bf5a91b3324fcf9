import { type CallInputOf, createChannel, listChannelOrders } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelsForTest, connectStore, insertOrder, startChannelsForTest } from '../channels.fixture.ts';

let channels: ChannelsForTest;
beforeAll(async () => {
  channels = await startChannelsForTest();
});
afterAll(() => channels.stop());

const connected = async () => {
  const store = await connectStore(channels);
  return {
    ...store,
    insert: (overrides: Parameters<typeof insertOrder>[3] = {}) =>
      insertOrder(channels, store.organizationId, store.integration.id, overrides),
    list: (input: CallInputOf<typeof listChannelOrders> = {}) =>
      channels.call(listChannelOrders, store.merchant, input),
  };
};

test('a store without orders is an empty first page', async () => {
  const { list } = await connected();
  expect(await list()).toEqual({ data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 0 } });
});

test('an order is listed with its store and its value in INR', async () => {
  const { insert, list } = await connected();
  const id = await insert({ external_order_id: '42' });
  expect((await list()).data).toEqual([
    {
      id,
      externalOrderId: '42',
      externalOrderNumber: '#1001',
      customerName: 'Asha Rao',
      destinationCity: 'Mumbai',
      destinationPincode: '400001',
      paymentMode: 'COD',
      totalValue: 1_499.5,
      status: 'NEW',
      integration: { name: 'Own store', type: 'custom' },
      shipmentId: null,
      shipmentStatus: null,
      shipmentAwb: null,
    },
  ]);
});

test('pages are newest first, and one past the end is empty', async () => {
  const { insert, list } = await connected();
  const ids: string[] = [];
  for (let day = 1; day <= 5; day += 1) ids.unshift(await insert({ created_at: new Date(2026, 0, day) }));
  const idsOn = async (page: number) => (await list({ page, limit: 2 })).data.map(({ id }) => id);
  expect(await idsOn(1)).toEqual(ids.slice(0, 2));
  expect(await idsOn(3)).toEqual(ids.slice(4));
  expect(await list({ page: 4, limit: 2 })).toEqual({
    data: [],
    meta: { total: 5, page: 4, limit: 2, totalPages: 3 },
  });
});

test('status, store and error type narrow the list and its total', async () => {
  const { organizationId, integration, insert, list } = await connected();
  const second = await channels.call(createChannel, systemContext(), {
    organizationId,
    type: 'custom',
    name: 'Second',
    storeUrl: 'https://second.example',
  });
  const imported = await insert({ status: 'IMPORTED' });
  const failed = await insert({ status: 'FAILED', error_type: 'WALLET' });
  const elsewhere = await insertOrder(channels, organizationId, second.id);
  const idsOf = async (filter: CallInputOf<typeof listChannelOrders>) => {
    const { data, meta } = await list(filter);
    expect(meta.total).toBe(data.length);
    return data.map(({ id }) => id).toSorted();
  };
  expect(await idsOf({ status: 'IMPORTED' })).toEqual([imported]);
  expect(await idsOf({ errorType: 'WALLET' })).toEqual([failed]);
  expect(await idsOf({ errorType: 'KYC' })).toEqual([]);
  expect(await idsOf({ integrationId: second.id })).toEqual([elsewhere]);
  expect(await idsOf({ integrationId: integration.id })).toEqual([imported, failed].toSorted());
});

test('another organization sees none of them', async () => {
  const { insert } = await connected();
  await insert();
  const other = await connected();
  expect((await other.list()).meta.total).toBe(0);
});

test('one order of a store is one row, however often it comes', async () => {
  const { insert } = await connected();
  await insert({ external_order_id: '7' });
  await expect(insert({ external_order_id: '7' })).rejects.toThrow('channel_orders_one_per_external_id');
});
