import { getRemittanceSchedule, type OutputOf, toInr } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findWallet } from '../wallet/wallet.store.ts';
import { type CodCycle, indianDay, payoutDayFrom } from './cod-cycle.ts';
import { laterDay } from './cod-parcel.row.ts';
import { type OwedOnDay, sumOwedByDay } from './cod-parcel.store.ts';
import { cycleOfWallet } from './cycle-of-wallet.ts';
import { findDebt, listRemittanceRows, type RemittanceRow } from './remittance.store.ts';
import { deductionOf } from './run-remittances.ts';

const maxPayouts = 100;

type ScheduleLine = OutputOf<typeof getRemittanceSchedule>[number];

export const getRemittanceScheduleHandler = implement(
  getRemittanceSchedule,
  async ({ db }: Deps, { organizationId }) => {
    const wallet = await findWallet(db, organizationId);
    if (wallet === undefined) return [];
    const [owed, debtPaise, { rows }] = await Promise.all([
      sumOwedByDay(db, organizationId),
      findDebt(db, organizationId),
      listRemittanceRows(db, organizationId, { status: undefined, limit: maxPayouts, offset: 0 }),
    ]);
    const upcoming = upcomingLines(owed, cycleOfWallet(wallet), debtPaise, indianDay(new Date()));
    return [...upcoming, ...rows.map(paidLine)].toSorted((a, b) => (a.cycleDate < b.cycleDate ? 1 : -1));
  },
);

/** Cycles to come, the debt of today taken from the first of them on. */
const upcomingLines = (
  owed: readonly OwedOnDay[],
  cycle: CodCycle,
  debtPaise: number,
  today: string,
): ScheduleLine[] => {
  const byCycle = Map.groupBy(owed, ({ eligible_on }) => payoutDayFrom(laterDay(eligible_on, today), cycle));
  let leftPaise = debtPaise;
  return [...byCycle].map(([cycleDate, days]) => {
    const sumOf = (part: 'cod_paise' | 'vas_paise' | 'count') => days.reduce((sum, day) => sum + day[part], 0);
    const codPaise = sumOf('cod_paise');
    const { freightDeductedPaise, vasDeductedPaise } = deductionOf(leftPaise, codPaise, sumOf('vas_paise'));
    leftPaise -= freightDeductedPaise + vasDeductedPaise;
    return {
      cycleDate,
      codAmount: toInr(codPaise),
      freightCharges: toInr(freightDeductedPaise),
      vasCharges: toInr(vasDeductedPaise),
      netAmount: toInr(codPaise - freightDeductedPaise - vasDeductedPaise),
      shipmentCount: sumOf('count'),
      status: 'UPCOMING' as const,
    };
  });
};

const paidLine = (row: RemittanceRow): ScheduleLine => ({
  cycleDate: row.cycle_date,
  codAmount: toInr(row.cod_amount_paise),
  freightCharges: toInr(row.freight_deducted_paise),
  vasCharges: toInr(row.vas_deducted_paise),
  netAmount: toInr(row.net_amount_paise),
  shipmentCount: row.shipment_count,
  status: row.status,
});
