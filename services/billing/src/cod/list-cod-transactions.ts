import { listCodTransactions, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { indianDay } from './cod-cycle.ts';
import { toCodTransaction } from './cod-parcel.row.ts';
import { countCodParcels, listCodParcels } from './cod-parcel.store.ts';
import { codPeriod } from './cod-period.ts';

export const listCodTransactionsHandler = implement(
  listCodTransactions,
  async ({ db }: Deps, { organizationId }, { page, limit, ...asked }) => {
    const period = codPeriod(asked);
    const [rows, total] = await Promise.all([
      listCodParcels(db, organizationId, { ...period, limit, offset: (page - 1) * limit }),
      countCodParcels(db, organizationId, period),
    ]);
    const today = indianDay(new Date());
    return toPage(
      rows.map((row) => toCodTransaction(row, today)),
      total,
      { page, limit },
    );
  },
);
