import { getInvoicePdf } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../../deps.ts';
import { invoiceLink } from './invoice-link.ts';

export const getInvoicePdfHandler = implement(getInvoicePdf, (deps: Deps, { organizationId }, { id }) =>
  invoiceLink(deps, organizationId, id),
);
