import type { Generated } from 'kysely';

/**
 * Columns that this service reads with the query builder. Statements that must be one round trip, and everything that goes through
 * the ledger's `book()`, are plain SQL in the stores.
 */
export type Tables = {
  wallets: WalletTable;
  accounts: AccountTable;
  reservations: ReservationTable;
};

type WalletTable = {
  organization_id: string;
  id: string;
  type: 'PREPAID' | 'POSTPAID';
  is_active: Generated<boolean>;
  cod_delay_days: number;
  cod_payout_weekdays: string[];
  /** Dates as `YYYY-MM-DD`. */
  cod_holidays: Generated<string[]>;
  bank_account: unknown;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type AccountTable = {
  organization_id: string;
  account: string;
  balance_paise: Generated<number>;
  held_paise: Generated<number>;
  entry_count: Generated<number>;
  credit_limit_paise: Generated<number>;
};

type ReservationTable = {
  organization_id: string;
  attempt_id: string;
  id: string;
  status: 'HELD' | 'POSTED' | 'RELEASED' | 'REFUNDED';
  total_paise: number;
};
