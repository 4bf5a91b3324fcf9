import type { Price } from '@freight/contracts';
import type { LedgerLine } from '../ledger/journal.store.ts';

/** An amount that a wallet pays, split into what is earned and the tax on it. */
export type TaxedAmount = { netPaise: number; gstPaise: number };

/**
 * What a return costs. The rate card gives it with GST; the tax in it is the share that GST has in the price of the booking, so
 * whatever the plan's rate is, it is the same one.
 */
export const returnCharge = ({ rtoPaise, gstPaise, totalPaise }: Price): TaxedAmount => {
  const rtoGstPaise = totalPaise === 0 ? 0 : Math.round((rtoPaise * gstPaise) / totalPaise);
  return { netPaise: rtoPaise - rtoGstPaise, gstPaise: rtoGstPaise };
};

/** The COD charge with the GST that was taken on it: given back when no cash will be collected. */
export const codCharge = ({ codPaise, gstPaise, totalPaise }: Price): TaxedAmount => {
  const netTotalPaise = totalPaise - gstPaise;
  return { netPaise: codPaise, gstPaise: netTotalPaise === 0 ? 0 : Math.round((codPaise * gstPaise) / netTotalPaise) };
};

export const nothing: TaxedAmount = { netPaise: 0, gstPaise: 0 };

export const totalOf = ({ netPaise, gstPaise }: TaxedAmount): number => netPaise + gstPaise;

/** The lines of a debit (or, with negative amounts, of what is given back) on the wallet. */
export const debitLines = (
  revenue: 'freight_revenue' | 'cod_revenue' | 'vas_revenue' | 'rto_revenue',
  category: NonNullable<LedgerLine['category']>,
  { netPaise, gstPaise }: TaxedAmount,
): LedgerLine[] => [
  { account: 'wallet', amountPaise: -(netPaise + gstPaise), category },
  { account: revenue, amountPaise: netPaise },
  { account: 'gst_payable', amountPaise: gstPaise },
];

export const negated = ({ netPaise, gstPaise }: TaxedAmount): TaxedAmount => ({
  netPaise: -netPaise,
  gstPaise: -gstPaise,
});
