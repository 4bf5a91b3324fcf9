import { getLabelUrl } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { labelLink } from './label-link.ts';

/** Labels are drawn by this service from the booking, so they are ours and look alike for every courier. */
export const getLabelUrlHandler = implement(getLabelUrl, async (deps: Deps, { organizationId }, { id }) => ({
  url: await labelLink(deps, organizationId, id),
  ours: true,
}));
