import { FreightError, newId, type RemittanceStatus, setRemittanceStatus } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookNow, type LedgerLine } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { toRemittance } from './remittance.row.ts';
import { lockRemittance, type RemittanceRow, returnParcels, saveRemittanceStatus } from './remittance.store.ts';

const nextStatuses = {
  PENDING: ['PROCESSING', 'PAID', 'FAILED'],
  PROCESSING: ['PAID', 'FAILED'],
  PAID: [],
  FAILED: [],
} as const satisfies Record<RemittanceStatus, readonly RemittanceStatus[]>;

export const setRemittanceStatusHandler = implement(
  setRemittanceStatus,
  async ({ db }: Deps, _context, { id, status, utr }) =>
    db.transaction().execute(async (trx) => {
      const before = await lockRemittance(trx, id);
      if (before === undefined) throw new FreightError('NOT_FOUND');
      if (before.status === status && (utr === undefined || utr === before.utr)) return toRemittance(before);
      const next: readonly RemittanceStatus[] = nextStatuses[before.status];
      if (!next.includes(status)) throw notNow(before);

      if (status === 'PAID') await bookPaid(trx, before, utr);
      if (status === 'FAILED') await bookFailed(trx, before);
      return toRemittance(await saveRemittanceStatus(trx, before.organization_id, { id, status, utr: utr ?? null }));
    }),
);

const notNow = ({ status, utr }: RemittanceRow): FreightError =>
  new FreightError('INVALID_STATE', {
    message: `The remittance is ${status} already${utr === null ? '' : ` under UTR ${utr}`}`,
  });

const bookPaid = async (trx: Db<Tables>, row: RemittanceRow, utr: string | undefined): Promise<void> => {
  // All of it was kept for a debt: nothing went to the bank.
  if (row.net_amount_paise === 0) return;
  await bookStep(trx, row, {
    step: 'paid',
    description: `COD payout ${row.remittance_number} paid, UTR ${utr ?? '-'}`,
    lines: [
      { account: 'cod_in_transit', amountPaise: -row.net_amount_paise },
      { account: 'clearing', amountPaise: row.net_amount_paise },
    ],
  });
};

/** The parcels are owed again, the debt is one again, and who gave a reversed parcel's cash back without having had it gets it back. */
const bookFailed = async (trx: Db<Tables>, row: RemittanceRow): Promise<void> => {
  const { owedPaise, recoveredPaise } = await returnParcels(trx, row.organization_id, row.id);
  const deductedPaise = row.freight_deducted_paise + row.vas_deducted_paise;
  await bookStep(trx, row, {
    step: 'failed',
    description: `COD payout ${row.remittance_number} failed`,
    lines: [
      { account: 'cod_payable', amountPaise: owedPaise },
      { account: 'cod_in_transit', amountPaise: -row.net_amount_paise },
      { account: 'wallet', amountPaise: recoveredPaise - deductedPaise, category: 'COD_REMITTANCE' },
    ],
  });
};

const bookStep = (
  trx: Db<Tables>,
  row: RemittanceRow,
  { step, description, lines }: { step: string; description: string; lines: LedgerLine[] },
): Promise<void> =>
  bookNow(trx, row.organization_id, {
    id: newId('journal'),
    fact: `remittance-${step}:${row.id}`,
    kind: 'REMITTANCE',
    referenceType: 'REMITTANCE',
    referenceId: row.id,
    description,
    reason: { remittanceNumber: row.remittance_number },
    lines,
    withinLimit: false,
  });
