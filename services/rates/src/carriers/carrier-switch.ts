import type { Carrier, OutputOf, patchCourierAccount } from '@freight/contracts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export const toCarrierSwitch = (
  { couriers, switchedOff }: Pick<Snapshot, 'couriers' | 'switchedOff'>,
  { carrierId, courier, displayName, service }: Carrier,
): OutputOf<typeof patchCourierAccount> => ({
  carrierId,
  courier: displayName,
  serviceType: service.toUpperCase(),
  isConnected: couriers[courier] !== undefined,
  isEnabled: !switchedOff.has(carrierId),
});
