import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { address } from './shipment.ts';
import { dateTime, idField } from './wire.ts';

export const savedAddress = address.extend({ id: z.string(), isDefault: z.boolean(), createdAt: dateTime });
export type SavedAddress = z.output<typeof savedAddress>;

export const listPickupAddresses = defineOperation({
  name: 'shipments.list-pickup-addresses',
  scope: 'organization',
  summary: 'Saved pickup addresses',
  http: { method: 'GET', path: '/shipments/pickup-addresses', audience: 'merchant', tag: 'Pickup addresses' },
  callers: ['channels'],
  input: z.object({}),
  output: z.array(savedAddress),
});

export const createPickupAddress = defineOperation({
  name: 'shipments.create-pickup-address',
  scope: 'organization',
  summary: 'Save a pickup address; the first one is the default',
  http: {
    method: 'POST',
    path: '/shipments/pickup-addresses',
    audience: 'merchant',
    tag: 'Pickup addresses',
    status: 201,
  },
  input: address,
  output: savedAddress,
});

export const deletePickupAddress = defineOperation({
  name: 'shipments.delete-pickup-address',
  scope: 'organization',
  summary: 'Forget a saved pickup address; shipments that used it keep their copy',
  http: {
    method: 'DELETE',
    path: '/shipments/pickup-addresses/{id}',
    audience: 'merchant',
    tag: 'Pickup addresses',
  },
  input: z.object({ id: idField }),
  output: z.object({ id: z.string() }),
  errors: ['NOT_FOUND'],
});

export const pickupAddressOperations = [listPickupAddresses, createPickupAddress, deletePickupAddress] as const;
