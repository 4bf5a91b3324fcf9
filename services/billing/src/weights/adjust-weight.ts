import { adjustWeight, FreightError } from '@freight/contracts';
import { implement, withStatus } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookWeight } from './book-weight.ts';
import { getCharges, repriceByAwb } from './reprice.ts';
import { findLastAdjustment, toWeightAdjustment } from './weight-adjustment.store.ts';
import { findOpenDiscrepancy } from './weight-discrepancy.store.ts';

export const adjustWeightHandler = implement(
  adjustWeight,
  async (deps: Deps, context, { awb, billedWeightGrams, evidenceUrl = null, organizationId: named }) => {
    const { organizationId, attemptId, repriced } = await repriceByAwb(deps, context, {
      awb,
      organizationId: named,
      weightGrams: billedWeightGrams,
    });
    return deps.db.transaction().execute(async (trx) => {
      const charges = await getCharges(trx, organizationId, attemptId);
      const last = await findLastAdjustment(trx, organizationId, charges.shipmentId);
      if (last?.billed_weight_grams === billedWeightGrams) return withStatus(200, toWeightAdjustment(last));
      if ((await findOpenDiscrepancy(trx, organizationId, charges.shipmentId)) !== undefined) {
        throw new FreightError('INVALID_STATE', { message: 'A weight discrepancy of this parcel is not decided yet' });
      }
      const booked = { billedWeightGrams, evidenceUrl };
      return toWeightAdjustment(await bookWeight(trx, organizationId, charges, repriced, booked));
    });
  },
);
