import { createChannel, listChannels } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelsForTest, connectStore, startChannelsForTest } from '../channels.fixture.ts';

let channels: ChannelsForTest;
beforeAll(async () => {
  channels = await startChannelsForTest();
});
afterAll(() => channels.stop());

test('stores are listed newest first, only those of the organization', async () => {
  const { organizationId, integration, merchant } = await connectStore(channels);
  const later = await channels.call(createChannel, systemContext(), {
    organizationId,
    type: 'custom',
    name: 'Later',
    storeUrl: 'https://later.example',
  });
  await connectStore(channels);
  expect(await channels.call(listChannels, merchant, {})).toEqual([later, integration]);
});
