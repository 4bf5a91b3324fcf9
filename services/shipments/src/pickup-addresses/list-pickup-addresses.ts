import { listPickupAddresses } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { listSavedAddresses } from './pickup-address.store.ts';

export const listPickupAddressesHandler = implement(listPickupAddresses, ({ db }: Deps, { organizationId }) =>
  listSavedAddresses(db, organizationId),
);
