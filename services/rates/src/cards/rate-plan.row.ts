import type { RatePlanSummary, RatePlanVersion } from '@freight/contracts';
import type { RatePlanRow, VersionRow } from './rate-plan.store.ts';

export const toRatePlan = (row: RatePlanRow): RatePlanSummary => ({
  id: row.id,
  name: row.name,
  isDefault: row.is_default,
  currentVersion: row.current_version,
  createdAt: row.created_at.toISOString(),
});

export const toVersion = (row: VersionRow): RatePlanVersion => ({
  ratePlanId: row.rate_plan_id,
  version: row.version,
  effectiveFrom: row.effective_from.toISOString(),
  format: row.format,
  createdAt: row.created_at.toISOString(),
});
