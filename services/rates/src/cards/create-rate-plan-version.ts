import { createRatePlanVersion, type FieldErrors, FreightError, type InputOf } from '@freight/contracts';
import { isUniqueViolation } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { documentFaults } from './document-faults.ts';
import { parseRatePlanCsv } from './parse-rate-plan-csv.ts';
import { toVersion } from './rate-plan.row.ts';
import { insertVersion, lockRatePlan, type NewVersion } from './rate-plan.store.ts';
import { type RatePlanDocument, ratePlanDocument } from './rate-plan-document.ts';

export const createRatePlanVersionHandler = implement(
  createRatePlanVersion,
  async ({ db, announceChange }: Deps, { operationId }, input) => {
    const content = readContent(input);
    const effectiveFrom = new Date(input.effectiveFrom);
    const row = await db.transaction().execute(async (trx) => {
      await lockRatePlan(trx, input.id);
      return insertVersion(trx, { ratePlanId: input.id, effectiveFrom, operationId, ...content }).catch(
        refuseSameMoment,
      );
    });
    await announceChange();
    return toVersion(row);
  },
);

type Content = Pick<NewVersion, 'document' | 'source' | 'format'>;

const readContent = ({ document, csv }: InputOf<typeof createRatePlanVersion>): Content =>
  csv === undefined
    ? { document: parseDocument(document), source: JSON.stringify(document, null, 2), format: 'json' }
    : { document: parseRatePlanCsv(csv), source: csv, format: 'csv' };

/** An answer names the first faults; whoever mends those sees the next. */
const maxReportedFields = 100;

const parseDocument = (document: unknown): RatePlanDocument => {
  const parsed = ratePlanDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const { path, message } of documentFaults(parsed.error).slice(0, maxReportedFields)) {
    (errors[['document', ...path.map(String)].join('.')] ??= []).push(message);
  }
  throw new FreightError('VALIDATION_FAILED', { errors });
};

const refuseSameMoment = (error: unknown): never => {
  if (!isUniqueViolation(error, 'rate_plan_versions_rate_plan_id_effective_from_key')) throw error;
  throw new FreightError('VALIDATION_FAILED', {
    errors: { effectiveFrom: ['another version of this plan takes effect at this moment'] },
  });
};
