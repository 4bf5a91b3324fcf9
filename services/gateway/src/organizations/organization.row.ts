import type { Organization } from '@freight/contracts';
import type { Selectable } from 'kysely';
import type { Rate } from '../limits/limiter.ts';
import type { Tables } from '../tables.ts';

export type OrganizationRow = Omit<Selectable<Tables['organizations']>, 'created_by_operation'>;

export const organizationColumns = [
  'id',
  'name',
  'contact_email',
  'logo_url',
  'kyc_status',
  'is_suspended',
  'rate_per_second',
  'rate_burst',
  'created_at',
] as const satisfies (keyof OrganizationRow)[];

export const toOrganization = (row: OrganizationRow, defaultRate: Rate): Organization => ({
  id: row.id,
  name: row.name,
  contactEmail: row.contact_email,
  ...(row.logo_url === null ? {} : { logoUrl: row.logo_url }),
  kycStatus: row.kyc_status,
  isSuspended: row.is_suspended,
  rateLimit: {
    perSecond: row.rate_per_second ?? defaultRate.perSecond,
    burst: row.rate_burst ?? defaultRate.burst,
  },
  createdAt: row.created_at.toISOString(),
});
