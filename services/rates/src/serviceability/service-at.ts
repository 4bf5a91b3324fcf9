import type { CarrierId } from '@freight/contracts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { assumedServiceAt } from './service-areas.ts';
import type { ServiceAt } from './service-table.ts';

/** What a carrier does at a pincode: what is known of it, else what is believed. No courier is called. */
export const serviceAt = (
  { services, serviceAreas }: Pick<Snapshot, 'services' | 'serviceAreas'>,
  carrierId: CarrierId,
  pincode: string,
): ServiceAt => services.find(carrierId, pincode) ?? assumedServiceAt(serviceAreas, carrierId, pincode);
