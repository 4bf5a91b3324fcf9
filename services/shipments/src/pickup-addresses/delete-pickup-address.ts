import { deletePickupAddress } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { deleteSavedAddress } from './pickup-address.store.ts';

export const deletePickupAddressHandler = implement(
  deletePickupAddress,
  async ({ db }: Deps, { organizationId }, { id }) => {
    await deleteSavedAddress(db, organizationId, id);
    return { id };
  },
);
