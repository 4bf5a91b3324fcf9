import { codCycle } from '@freight/contracts';
import type { CodCycle } from './cod-cycle.ts';

/** The cycle in a wallet's row, parsed because the columns are text. */
export const cycleOfWallet = (row: {
  cod_delay_days: number;
  cod_payout_weekdays: string[];
  cod_holidays: string[];
}): CodCycle => {
  const { delayDays, payoutWeekdays } = codCycle.parse({
    delayDays: row.cod_delay_days,
    payoutWeekdays: row.cod_payout_weekdays,
  });
  return { delayDays, payoutWeekdays, holidays: row.cod_holidays };
};
