import { FreightError } from '@freight/contracts';
import type { Db } from '@freight/database';
import type { Tables } from '../tables.ts';
import { decideDiscrepancy } from './decide-discrepancy.ts';
import { listOverdueDiscrepancies } from './weight-discrepancy.store.ts';

/** So many a round: the next round takes the rest. */
const maxPerRound = 200;

/** Takes the difference of discrepancies that the merchant did not answer in time. */
export const settleOverdueDiscrepancies = async (db: Db<Tables>): Promise<void> => {
  for (const { organization_id: organizationId, id } of await listOverdueDiscrepancies(db, maxPerRound)) {
    await decideDiscrepancy(db, organizationId, id, {
      to: 'EXPIRED',
      // A merchant who answers at the last moment wins: then this changes nothing.
      from: ['OPEN'],
      reason: 'no answer before the deadline',
    }).catch(ignoreAnswered);
  }
};

const ignoreAnswered = (error: unknown): void => {
  if (!(error instanceof FreightError) || error.code !== 'INVALID_STATE') throw error;
};
