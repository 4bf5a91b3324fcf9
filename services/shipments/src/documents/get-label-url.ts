import { getLabelUrl } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { labelLink } from './label-link.ts';

export const getLabelUrlHandler = implement(getLabelUrl, (deps: Deps, { organizationId }, { id }) =>
  labelLink(deps, organizationId, id),
);
