import { getLabelPdf } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { labelLink } from './label-link.ts';

export const getLabelPdfHandler = implement(getLabelPdf, async (deps: Deps, { organizationId }, { id }) => {
  const { url } = await labelLink(deps, organizationId, id);
  return { url };
});
