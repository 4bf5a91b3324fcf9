import { FreightError, type WeightDiscrepancy } from '@freight/contracts';
import type { Db } from '@freight/database';
import { chargeJournal } from '../charges/charge-journal.ts';
import { bookNow } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { bookWeight } from './book-weight.ts';
import { getCharges } from './reprice.ts';
import { findDiscrepancy, newPriceOf, saveDecision, type WeightDiscrepancyRow } from './weight-discrepancy.store.ts';

export type Decision = {
  to: 'ACCEPTED' | 'UPHELD' | 'WAIVED' | 'EXPIRED';
  /** Statuses from which this decision may be made. */
  from: readonly WeightDiscrepancy['status'][];
  reason: string | null;
};

/**
 * Ends a discrepancy, once: WAIVED gives the hold back, every other decision takes the difference. The same decision again gives what
 * it came to.
 *
 * @throws FreightError NOT_FOUND, INVALID_STATE
 */
export const decideDiscrepancy = (
  db: Db<Tables>,
  organizationId: string,
  id: string,
  { to, from, reason }: Decision,
): Promise<WeightDiscrepancyRow> =>
  db.transaction().execute(async (trx) => {
    const before = await findDiscrepancy(trx, organizationId, id);
    if (before === undefined) throw new FreightError('NOT_FOUND');
    // The charges are locked before the row, as reports do: so nobody waits for the other in a circle.
    const charges = await getCharges(trx, organizationId, before.attempt_id);
    const decided = await saveDecision(trx, organizationId, { id, from, to, reason });
    if (decided === undefined) return sameDecision(await findDiscrepancy(trx, organizationId, id), to);

    const { held_paise: heldPaise, courier_weight_grams: billedWeightGrams } = decided;
    if (to === 'WAIVED') {
      await bookNow(trx, organizationId, {
        ...chargeJournal(charges, {
          fact: `weight-release:${id}`,
          description: `Hold given back: weight of ${billedWeightGrams / 1_000} kg not charged`,
          lines: [{ account: 'wallet', amountPaise: 0, heldPaise: -heldPaise }],
        }),
        kind: 'RELEASE',
      });
      return decided;
    }
    const repriced = { price: newPriceOf(decided), chargeableWeightGrams: decided.new_charged_weight_grams };
    await bookWeight(trx, organizationId, charges, repriced, {
      billedWeightGrams,
      evidenceUrl: decided.evidence_url,
      discrepancy: { id, heldPaise },
    });
    return decided;
  });

const sameDecision = (row: WeightDiscrepancyRow | undefined, to: Decision['to']): WeightDiscrepancyRow => {
  if (row?.status === to) return row;
  throw new FreightError('INVALID_STATE', { message: `The weight discrepancy is ${row?.status ?? 'gone'}` });
};
