import { listEligibleCod, listUpcomingCod, toInr } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findWallet } from '../wallet/wallet.store.ts';
import { indianDay } from './cod-cycle.ts';
import { toCodItem } from './cod-parcel.row.ts';
import { listOwedParcels } from './cod-parcel.store.ts';
import { cycleOfWallet } from './cycle-of-wallet.ts';

const maxItems = 1_000;

export const listEligibleCodHandler = implement(listEligibleCod, ({ db }: Deps, { organizationId }) =>
  listOwed(db, organizationId, 'eligible'),
);

export const listUpcomingCodHandler = implement(listUpcomingCod, ({ db }: Deps, { organizationId }) =>
  listOwed(db, organizationId, 'upcoming'),
);

const listOwed = async (db: Deps['db'], organizationId: string, when: 'eligible' | 'upcoming') => {
  const wallet = await findWallet(db, organizationId);
  // Without a wallet nothing was ever booked, so nothing was collected.
  if (wallet === undefined) return { totalAmount: 0, count: 0, items: [] };
  const cycle = cycleOfWallet(wallet);
  const today = indianDay(new Date());
  const { rows, count, totalPaise } = await listOwedParcels(db, organizationId, { when, today, limit: maxItems });
  return { totalAmount: toInr(totalPaise), count, items: rows.map((row) => toCodItem(row, cycle, today)) };
};
