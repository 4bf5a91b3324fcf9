import { newId, runRemittances } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { bookNow } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { payoutDayUntil } from './cod-cycle.ts';
import { cycleOfWallet } from './cycle-of-wallet.ts';
import { toRemittance } from './remittance.row.ts';
import {
  insertRemittance,
  listOrganizationsOwed,
  listRemittancesOfOperation,
  lockCycle,
  lockDebt,
  type RemittanceRow,
  takeOwedParcels,
} from './remittance.store.ts';

export const runRemittancesHandler = implement(runRemittances, async ({ db }: Deps, { operationId }, { asOf }) => {
  for (const organizationId of await listOrganizationsOwed(db, asOf)) {
    await db.transaction().execute((trx) => payOut(trx, organizationId, { asOf, operationId }));
    crashPoint('remittance.organization-done');
  }
  // Also what an earlier run of the same request made before it was cut off.
  const created = await listRemittancesOfOperation(db, operationId);
  return { created: created.map((row) => ({ ...toRemittance(row), organizationId: row.organization_id })) };
});

/**
 * One payout of everything whose payout day has come, less what the wallet owes. Parcels, payout and journal are one transaction:
 * a parcel is in one payout or in none.
 */
const payOut = async (
  trx: Db<Tables>,
  organizationId: string,
  { asOf, operationId }: { asOf: string; operationId: string },
): Promise<void> => {
  const cycle = await lockCycle(trx, organizationId);
  if (cycle === undefined) return;
  const id = newId('remittance');
  const cycleDate = payoutDayUntil(asOf, cycleOfWallet(cycle));
  const { codPaise, vasPaise, count } = await takeOwedParcels(trx, organizationId, {
    remittanceId: id,
    until: cycleDate,
  });
  if (count === 0) return;
  crashPoint('remittance.parcels-taken');

  const { freightDeductedPaise, vasDeductedPaise } = deductionOf(
    await lockDebt(trx, organizationId),
    codPaise,
    vasPaise,
  );
  const remittance = await insertRemittance(trx, organizationId, {
    id,
    cycleDate,
    codPaise,
    freightDeductedPaise,
    vasDeductedPaise,
    count,
    operationId,
  });
  crashPoint('remittance.inserted');
  await bookPayout(trx, remittance);
  crashPoint('remittance.booked');
};

/** What a payout keeps of a debt: first for the value-added services of its parcels, then for freight and everything else. */
export const deductionOf = (
  debtPaise: number,
  codPaise: number,
  vasPaise: number,
): { freightDeductedPaise: number; vasDeductedPaise: number } => {
  const deductedPaise = Math.min(debtPaise, codPaise);
  const vasDeductedPaise = Math.min(deductedPaise, vasPaise);
  return { freightDeductedPaise: deductedPaise - vasDeductedPaise, vasDeductedPaise };
};

const bookPayout = (trx: Db<Tables>, row: RemittanceRow): Promise<void> => {
  const deductedPaise = row.freight_deducted_paise + row.vas_deducted_paise;
  return bookNow(trx, row.organization_id, {
    id: newId('journal'),
    fact: `remittance:${row.id}`,
    kind: 'REMITTANCE',
    referenceType: 'REMITTANCE',
    referenceId: row.id,
    description: `COD payout ${row.remittance_number}: kept for what the wallet owes`,
    reason: { remittanceNumber: row.remittance_number, cycleDate: row.cycle_date, shipmentCount: row.shipment_count },
    lines: [
      { account: 'cod_payable', amountPaise: -row.cod_amount_paise },
      { account: 'cod_in_transit', amountPaise: row.net_amount_paise },
      { account: 'wallet', amountPaise: deductedPaise, category: 'COD_REMITTANCE' },
    ],
    withinLimit: false,
  });
};
