import { patchOrganization } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { announceKeyChange } from '../access/key-changes.ts';
import { audit } from '../audit-log/audit.store.ts';
import type { Deps } from '../deps.ts';
import { toOrganization } from './organization.row.ts';
import { lockOrganization, updateOrganization } from './organization.store.ts';

export const patchOrganizationHandler = implement(patchOrganization, async (deps: Deps, context, input) => {
  const { organizationId, name, contactEmail, logoUrl, kycStatus, isSuspended, rateLimit } = input;
  const patch = {
    ...(name === undefined ? {} : { name }),
    ...(contactEmail === undefined ? {} : { contact_email: contactEmail }),
    ...(logoUrl === undefined ? {} : { logo_url: logoUrl }),
    ...(kycStatus === undefined ? {} : { kyc_status: kycStatus }),
    ...(isSuspended === undefined ? {} : { is_suspended: isSuspended }),
    ...(rateLimit === undefined ? {} : { rate_per_second: rateLimit.perSecond, rate_burst: rateLimit.burst }),
  };
  const organization = await deps.db.transaction().execute(async (trx) => {
    const before = await lockOrganization(trx, organizationId);
    if (Object.keys(patch).length === 0) return toOrganization(before, deps.defaultRate);
    const after = toOrganization(await updateOrganization(trx, organizationId, patch), deps.defaultRate);
    await audit(trx, context, {
      operation: patchOrganization.name,
      organizationId,
      before: toOrganization(before, deps.defaultRate),
      after,
    });
    return after;
  });
  await announceKeyChange(deps, { organizationId });
  return organization;
});
