import {
  type CallInputOf,
  createChannel,
  FreightError,
  getOrganization,
  listPickupAddresses,
  newId,
  type SavedAddress,
} from '@freight/contracts';
import { implement } from '@freight/messaging';
import { organizationContext, systemContext, testService } from '@freight/testing';
import type { Insertable } from 'kysely';
import { channelsConfig } from './config.ts';
import { startChannels } from './start.ts';
import type { Tables } from './tables.ts';

/** Channels beside a gateway that knows every organization but `org_unknown`, each with one saved pickup address. */
export const startChannelsForTest = () =>
  testService({
    service: 'channels',
    config: channelsConfig,
    start: startChannels,
    stubs: [
      implement(getOrganization, async (_deps: undefined, _context, { organizationId }) => {
        if (organizationId === 'org_unknown') throw new FreightError('NOT_FOUND');
        return {
          id: organizationId,
          name: 'Test',
          contactEmail: null,
          kycStatus: 'APPROVED' as const,
          isSuspended: false,
          rateLimit: { perSecond: 100, burst: 200 },
          createdAt: '2026-01-01T00:00:00.000Z',
        };
      }),
      implement(listPickupAddresses, async (_deps: undefined, { organizationId }) => [savedAddressOf(organizationId)]),
    ],
  });

export type ChannelsForTest = Awaited<ReturnType<typeof startChannelsForTest>>;

/** The one pickup address that an organization has in these tests. */
export const savedAddressOf = (organizationId: string): SavedAddress => ({
  id: `adr_of_${organizationId}`,
  isDefault: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  name: 'Warehouse',
  phone: '9876543210',
  address: '1 Ring Road',
  city: 'Delhi',
  state: 'Delhi',
  pincode: '110001',
  country: 'IN',
});

/** A new organization with one connected store. */
export const connectStore = async (
  channels: ChannelsForTest,
  overrides: Partial<CallInputOf<typeof createChannel>> = {},
) => {
  const { organizationId = newId('organization') } = overrides;
  const integration = await channels.call(createChannel, systemContext(), {
    type: 'custom',
    name: 'Own store',
    storeUrl: 'https://store.example',
    ...overrides,
    organizationId,
  });
  return { organizationId, integration, merchant: organizationContext(organizationId) };
};

/** An order as a push will store it. */
export const insertOrder = async (
  { db }: ChannelsForTest,
  organizationId: string,
  integrationId: string,
  overrides: Partial<Insertable<Tables['channel_orders']>> = {},
): Promise<string> => {
  const id = newId('channelOrder');
  await db
    .insertInto('channel_orders')
    .values({
      organization_id: organizationId,
      id,
      integration_id: integrationId,
      external_order_id: `ext_${id}`,
      external_order_number: '#1001',
      customer_name: 'Asha Rao',
      destination_city: 'Mumbai',
      destination_pincode: '400001',
      payment_mode: 'COD',
      total_value_paise: 149_950,
      ...overrides,
    })
    .execute();
  return id;
};
