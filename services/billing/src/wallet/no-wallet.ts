import { FreightError, getOrganization, organizationOfTenant, type SystemContext } from '@freight/contracts';
import { call } from '@freight/messaging';
import type { Deps } from '../deps.ts';

/** Why an operator's request found no wallet: nobody opened one, or there is no such organization at all. */
export const noWallet = async (
  { bus }: Deps,
  context: SystemContext,
  organizationId: string,
): Promise<FreightError> => {
  await call(bus, getOrganization, context, { organizationId: organizationOfTenant(organizationId) });
  return new FreightError('WALLET_NOT_CONFIGURED');
};
