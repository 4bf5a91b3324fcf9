import { getOrganization, organizationOfTenant, type SystemContext } from '@freight/contracts';
import { call } from '@freight/messaging';
import type { Deps } from '../deps.ts';

/**
 * Makes sure that an organization exists before something is stored under its id.
 *
 * @throws FreightError NOT_FOUND
 */
export const requireOrganization = async (
  { bus }: Pick<Deps, 'bus'>,
  context: SystemContext,
  organizationId: string,
): Promise<void> => {
  await call(bus, getOrganization, context, { organizationId: organizationOfTenant(organizationId) });
};
