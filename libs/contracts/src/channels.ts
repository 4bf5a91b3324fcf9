import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { paymentModes, shipmentStatuses } from './shipment-status.ts';
import { dateTime, idField, inr, pageOf, paging, text } from './wire.ts';

export const channelOrderStatuses = ['NEW', 'IMPORTED', 'SKIPPED', 'FAILED', 'CANCELLED_ON_CHANNEL'] as const;
export const channelErrorTypes = [
  'ADDRESS_INVALID',
  'PINCODE_UNSERVICEABLE',
  'PAYMENT_MODE_UNKNOWN',
  'WEIGHT_MISSING',
  'WALLET',
  'KYC',
  'COURIER',
  'OTHER',
] as const;

export const integration = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  storeUrl: z.string(),
  isActive: z.boolean(),
  autoCreateShipments: z.boolean(),
  defaultPickupAddressId: z.string().nullable(),
  defaultPaymentMode: z.enum(paymentModes),
  defaultWeightGrams: z.int(),
  initialSyncDays: z.int(),
  lastSyncAt: dateTime.nullable(),
  lastError: z.string().nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export const channelOrder = z.object({
  id: z.string(),
  externalOrderId: z.string(),
  externalOrderNumber: z.string(),
  customerName: z.string(),
  destinationCity: z.string(),
  destinationPincode: z.string(),
  paymentMode: z.enum(paymentModes),
  totalValue: inr,
  status: z.enum(channelOrderStatuses),
  integration: z.object({ name: z.string(), type: z.string() }),
  shipmentId: z.string().nullable(),
  shipmentStatus: z.enum(shipmentStatuses).nullable(),
  shipmentAwb: z.string().nullable(),
});

const tag = 'Sales channels';

export const listChannels = defineOperation({
  name: 'channels.list-integrations',
  scope: 'organization',
  summary: 'Connected stores',
  http: { method: 'GET', path: '/channels', audience: 'merchant', tag },
  input: z.object({}),
  output: z.array(integration),
});

export const patchChannel = defineOperation({
  name: 'channels.patch-integration',
  scope: 'organization',
  summary: 'Change how orders of a store are imported',
  http: { method: 'PATCH', path: '/channels/{integrationId}', audience: 'merchant', tag },
  input: z.object({
    integrationId: idField,
    autoCreateShipments: z.boolean().optional(),
    defaultPickupAddressId: idField.optional(),
    defaultPaymentMode: z.enum(paymentModes).optional(),
    defaultWeightGrams: z.int().min(1).max(1_000_000).optional(),
    initialSyncDays: z.int().min(0).max(365).optional(),
  }),
  output: integration,
  errors: ['NOT_FOUND', 'PICKUP_ADDRESS_UNKNOWN'],
});

export const listChannelOrders = defineOperation({
  name: 'channels.list-orders',
  scope: 'organization',
  summary: 'Orders of connected stores, newest first',
  http: { method: 'GET', path: '/channels/orders', audience: 'merchant', tag, answer: 'page' },
  input: z.object({
    ...paging,
    status: z.enum(channelOrderStatuses).optional(),
    integrationId: idField.optional(),
    errorType: z.enum(channelErrorTypes).optional(),
  }),
  output: pageOf(channelOrder),
});

export const channelOrderStats = defineOperation({
  name: 'channels.order-stats',
  scope: 'organization',
  summary: 'Counts of store orders by status and error type',
  http: { method: 'GET', path: '/channels/orders/stats', audience: 'merchant', tag },
  input: z.object({}),
  output: z.object({
    total: z.int(),
    byStatus: z.record(z.string(), z.int()),
    byErrorType: z.record(z.string(), z.int()),
  }),
});

export const createChannel = defineOperation({
  name: 'channels.create-integration',
  scope: 'system',
  summary: 'Connect a store to an organization',
  description: '`custom` takes orders by signed push; further platforms come with their connectors.',
  http: {
    method: 'POST',
    path: '/organizations/{organizationId}/channels',
    audience: 'operator',
    tag: 'Channels',
    status: 201,
  },
  input: z.object({
    organizationId: idField,
    type: z.enum(['custom']),
    name: text(200),
    storeUrl: z.url().max(2_000),
  }),
  output: integration,
  errors: ['NOT_FOUND'],
});

export const channelsOperations = [
  listChannels,
  patchChannel,
  listChannelOrders,
  channelOrderStats,
  createChannel,
] as const;
