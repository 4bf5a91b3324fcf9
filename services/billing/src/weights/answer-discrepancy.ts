import {
  acceptWeightDiscrepancy,
  decideWeightDiscrepancy,
  disputeWeightDiscrepancy,
  FreightError,
} from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { decideDiscrepancy } from './decide-discrepancy.ts';
import { toWeightDiscrepancy } from './weight-discrepancy.row.ts';
import { findDiscrepancy, findDiscrepancyOwner, saveDispute } from './weight-discrepancy.store.ts';

/** The merchant's word, while the discrepancy waits for it or for the operator's. */
export const acceptWeightDiscrepancyHandler = implement(
  acceptWeightDiscrepancy,
  async ({ db }: Deps, { organizationId }, { id }) =>
    toWeightDiscrepancy(
      await decideDiscrepancy(db, organizationId, id, { to: 'ACCEPTED', from: ['OPEN', 'DISPUTED'], reason: null }),
    ),
);

export const disputeWeightDiscrepancyHandler = implement(
  disputeWeightDiscrepancy,
  async ({ db }: Deps, { organizationId }, { id, reason, evidenceUrls }) => {
    const row =
      (await saveDispute(db, organizationId, { id, reason, evidenceUrls })) ??
      (await findDiscrepancy(db, organizationId, id));
    if (row === undefined) throw new FreightError('NOT_FOUND');
    if (row.status === 'DISPUTED') return toWeightDiscrepancy(row);
    const message = row.status === 'OPEN' ? 'The deadline is over' : `The weight discrepancy is ${row.status}`;
    throw new FreightError('INVALID_STATE', { message });
  },
);

/** The operator's word. What the merchant has not answered yet can only be waived: it has its deadline. */
export const decideWeightDiscrepancyHandler = implement(
  decideWeightDiscrepancy,
  async ({ db }: Deps, _context, { id, decision, reason = null }) => {
    const organizationId = await findDiscrepancyOwner(db, id);
    if (organizationId === undefined) throw new FreightError('NOT_FOUND');
    const from = decision === 'WAIVED' ? (['OPEN', 'DISPUTED'] as const) : (['DISPUTED'] as const);
    return toWeightDiscrepancy(await decideDiscrepancy(db, organizationId, id, { to: decision, from, reason }));
  },
);
