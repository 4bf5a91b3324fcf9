import {
  FreightError,
  type InputOf,
  listPickupAddresses,
  type OrganizationContext,
  patchChannel,
} from '@freight/contracts';
import { type Bus, call, implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toIntegration } from './integration.row.ts';
import { getIntegration, type IntegrationChange, updateIntegration } from './integration.store.ts';

export const patchIntegrationHandler = implement(patchChannel, async ({ db, bus }: Deps, context, input) => {
  const { organizationId } = context;
  const before = await getIntegration(db, organizationId, input.integrationId);
  const pickupAddressId = input.defaultPickupAddressId ?? before.default_pickup_address_id;
  if (input.defaultPickupAddressId !== undefined) await requireSaved(bus, context, input.defaultPickupAddressId);
  if (input.autoCreateShipments === true && pickupAddressId === null) {
    throw new FreightError('VALIDATION_FAILED', {
      errors: { defaultPickupAddressId: ['is required before shipments can be created automatically'] },
    });
  }
  return toIntegration(await updateIntegration(db, organizationId, before.id, toChange(input)));
});

/** Pickup addresses belong to the shipments service, so it is asked; one that is deleted later shows when an order is imported. */
const requireSaved = async (bus: Bus, context: OrganizationContext, addressId: string): Promise<void> => {
  const saved = await call(bus, listPickupAddresses, context, {});
  if (saved.some(({ id }) => id === addressId)) return;
  throw new FreightError('PICKUP_ADDRESS_UNKNOWN', { message: 'defaultPickupAddressId names no saved pickup address' });
};

/** A field that was not sent is undefined, which the query builder leaves out. */
const toChange = (input: InputOf<typeof patchChannel>): IntegrationChange => ({
  auto_create_shipments: input.autoCreateShipments,
  default_pickup_address_id: input.defaultPickupAddressId,
  default_payment_mode: input.defaultPaymentMode,
  default_weight_grams: input.defaultWeightGrams,
  initial_sync_days: input.initialSyncDays,
});
