import { FreightError, newId, reportWeight } from '@freight/contracts';
import { implement, withStatus } from '@freight/messaging';
import { chargeJournal } from '../charges/charge-journal.ts';
import type { Deps } from '../deps.ts';
import { bookNow } from '../ledger/journal.store.ts';
import { differenceOf, getCharges, repriceByAwb } from './reprice.ts';
import { toWeightDiscrepancy } from './weight-discrepancy.row.ts';
import { findDiscrepancyOfWeight, findOpenDiscrepancy, insertDiscrepancy } from './weight-discrepancy.store.ts';

export const reportWeightHandler = implement(
  reportWeight,
  async (deps: Deps, context, { awb, courierWeightGrams, evidenceUrl = null, organizationId: named }) => {
    const { organizationId, attemptId, repriced } = await repriceByAwb(deps, context, {
      awb,
      organizationId: named,
      weightGrams: courierWeightGrams,
    });
    return deps.db.transaction().execute(async (trx) => {
      const charges = await getCharges(trx, organizationId, attemptId);
      const { shipmentId } = charges;
      const known = await findDiscrepancyOfWeight(trx, organizationId, { shipmentId, courierWeightGrams });
      if (known !== undefined) return withStatus(200, { discrepancy: toWeightDiscrepancy(known) });
      if ((await findOpenDiscrepancy(trx, organizationId, shipmentId)) !== undefined) {
        throw new FreightError('INVALID_STATE', { message: 'Another weight of this parcel is not decided yet' });
      }
      const heldPaise = differenceOf(charges, repriced.price);
      if (heldPaise <= 0) return withStatus(200, { discrepancy: null });

      const id = newId('weightDiscrepancy');
      await bookNow(trx, organizationId, {
        ...chargeJournal(charges, {
          fact: `weight-hold:${id}`,
          description: `Hold: courier weighed ${courierWeightGrams / 1_000} kg`,
          lines: [{ account: 'wallet', amountPaise: 0, heldPaise }],
        }),
        kind: 'RESERVE',
      });
      const row = await insertDiscrepancy(trx, organizationId, {
        id,
        shipmentId,
        attemptId,
        awbNumber: awb,
        orderReferenceNumber: charges.orderReferenceNumber,
        chargedWeightGrams: charges.weightGrams,
        courierWeightGrams,
        newChargedWeightGrams: repriced.chargeableWeightGrams,
        newPrice: repriced.price,
        heldPaise,
        evidenceUrl,
        disputeDays: deps.config.WEIGHT_DISPUTE_DAYS,
      });
      return { discrepancy: toWeightDiscrepancy(row) };
    });
  },
);
