import { createPickupAddress } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { insertSavedAddress } from './pickup-address.store.ts';

export const createPickupAddressHandler = implement(
  createPickupAddress,
  ({ db }: Deps, { organizationId, operationId }, address) =>
    insertSavedAddress(db, organizationId, operationId, address),
);
