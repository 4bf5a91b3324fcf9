import { FreightError, findCarrier, patchCourierAccount } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toCarrierSwitch } from './carrier-switch.ts';
import { switchCarrier } from './switched-off.store.ts';

export const patchCourierAccountHandler = implement(
  patchCourierAccount,
  async ({ db, snapshot, announceChange }: Deps, _context, { carrierId, isEnabled }) => {
    const carrier = findCarrier(carrierId);
    if (carrier === undefined) throw new FreightError('NOT_FOUND', { message: 'There is no such carrier' });
    if (isEnabled !== undefined) {
      await switchCarrier(db, carrier.carrierId, isEnabled);
      await announceChange();
    }
    return toCarrierSwitch(snapshot(), carrier);
  },
);
