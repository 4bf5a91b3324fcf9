import { channelOrderStats } from '@freight/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelsForTest, connectStore, insertOrder, startChannelsForTest } from '../channels.fixture.ts';

let channels: ChannelsForTest;
beforeAll(async () => {
  channels = await startChannelsForTest();
});
afterAll(() => channels.stop());

test('orders are counted by status and error type, with a zero for what does not occur', async () => {
  const { organizationId, integration, merchant } = await connectStore(channels);
  const other = await connectStore(channels);
  const insert = (overrides: Parameters<typeof insertOrder>[3] = {}) =>
    insertOrder(channels, organizationId, integration.id, overrides);
  await Promise.all([
    insert(),
    insert(),
    insert({ status: 'IMPORTED' }),
    insert({ status: 'FAILED', error_type: 'WALLET' }),
    insert({ status: 'FAILED', error_type: 'KYC' }),
    insertOrder(channels, other.organizationId, other.integration.id),
  ]);
  expect(await channels.call(channelOrderStats, merchant, {})).toEqual({
    total: 5,
    byStatus: { NEW: 2, IMPORTED: 1, SKIPPED: 0, FAILED: 2, CANCELLED_ON_CHANNEL: 0 },
    byErrorType: {
      ADDRESS_INVALID: 0,
      PINCODE_UNSERVICEABLE: 0,
      PAYMENT_MODE_UNKNOWN: 0,
      WEIGHT_MISSING: 0,
      WALLET: 1,
      KYC: 1,
      COURIER: 0,
      OTHER: 0,
    },
  });
});
