import { createRatePlan, FreightError, newId } from '@freight/contracts';
import { isUniqueViolation } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toRatePlan } from './rate-plan.row.ts';
import { insertRatePlan } from './rate-plan.store.ts';

export const createRatePlanHandler = implement(createRatePlan, async ({ db }: Deps, { operationId }, { name }) => {
  try {
    return toRatePlan(await insertRatePlan(db, { id: newId('ratePlan'), name, operationId }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FreightError('VALIDATION_FAILED', { errors: { name: ['another rate plan has this name'] } });
  }
});
