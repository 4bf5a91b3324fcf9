import { FreightError } from '@freight/contracts';
import type { TargetPolicy } from '../targets/address-policy.ts';
import { faultOfTargetUrl } from '../targets/target-url.ts';

/** @throws FreightError VALIDATION_FAILED on `url` when webhooks may not go there */
export const assertTarget = (url: string, policy: TargetPolicy): void => {
  const fault = faultOfTargetUrl(url, policy);
  if (fault !== undefined) throw new FreightError('VALIDATION_FAILED', { errors: { url: [fault] } });
};
