import { randomInt } from 'node:crypto';
import { type Address, createShipment, FreightError, newId, type ShipmentCreateRequest } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { linksOf } from '../documents/links.ts';
import { getPickupAddress } from '../pickup-addresses/pickup-address.store.ts';
import { toShipment } from '../shipment/shipment.row.ts';
import { draftColumns } from './draft.row.ts';
import { insertDraft } from './draft.store.ts';
import { draftOf } from './new-draft.ts';

/** A draft buys nothing and calls nobody; of two simultaneous creates with one reference exactly one succeeds. */
export const createShipmentHandler = implement(createShipment, async (deps: Deps, context, request) => {
  const { organizationId, operationId } = context;
  const pickup = await resolvePickup(deps, organizationId, request);
  const draft = draftOf({
    organizationId,
    id: newId('shipment'),
    shipmentNumber: newShipmentNumber(new Date()),
    shipmentType: request.shipmentType,
    operationId,
    holdsReference: request.allowDuplicate !== true,
    columns: draftColumns(request, pickup),
    now: new Date(),
  });
  const row = await insertDraft(deps.db, draft, { allowDuplicate: request.allowDuplicate === true });
  deps.wake.relay();
  return { shipment: toShipment(row, linksOf(deps.config)), courierResponse: null };
});

/** An inline pickup goes before a saved one; the schema has seen to it that there is one of the two. */
const resolvePickup = async (
  { db }: Deps,
  organizationId: string,
  { pickup, pickupAddressId }: Pick<ShipmentCreateRequest, 'pickup' | 'pickupAddressId'>,
): Promise<Address> => {
  if (pickup !== undefined) return pickup;
  if (pickupAddressId === undefined) {
    throw new FreightError('VALIDATION_FAILED', { errors: { pickup: ['pickup or pickupAddressId is required'] } });
  }
  return getPickupAddress(db, organizationId, pickupAddressId);
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `S261121-7K3M9QXA`: the day for people, 40 random bits so that nobody can count another's parcels; unique by an index. */
const newShipmentNumber = (now: Date): string => {
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  const random = Array.from({ length: 8 }, () => alphabet[randomInt(32)]).join('');
  return `S${day}-${random}`;
};
