import { getWalletConfig, type OutputOf, toInr, type Wallet } from '@freight/contracts';
import type { WalletRow } from './wallet.store.ts';

export const toWallet = (row: WalletRow): Wallet => ({
  id: row.id,
  organizationId: row.organization_id,
  type: row.type,
  currency: 'INR',
  balance: toInr(row.balance_paise),
  heldAmount: toInr(row.held_paise),
  availableBalance: toInr(row.balance_paise + row.credit_limit_paise - row.held_paise),
  creditLimit: toInr(row.credit_limit_paise),
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** The bank account is JSON in the row, so this parses. */
export const toWalletConfig = (row: WalletRow): OutputOf<typeof getWalletConfig> =>
  getWalletConfig.output.parse({
    type: row.type,
    creditLimit: toInr(row.credit_limit_paise),
    codCycle: {
      delayDays: row.cod_delay_days,
      payoutWeekdays: row.cod_payout_weekdays,
      ...(row.cod_holidays.length === 0 ? {} : { holidays: row.cod_holidays }),
    },
    bankAccount: row.bank_account,
  });
