import { FreightError, type Wallet } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import { ledgerAccounts } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';

export type WalletRow = NonNullable<Awaited<ReturnType<typeof findWallet>>>;

/** What an operator sets; null = leave as it is. */
export type WalletSettings = {
  type: Wallet['type'];
  creditLimitPaise: number | null;
  codDelayDays: number | null;
  codPayoutWeekdays: string[] | null;
  codHolidays: string[] | null;
  bankAccountJson: string | null;
};

export const findWallet = (db: Db<Tables>, organizationId: string) =>
  db
    .selectFrom('wallets as w')
    .innerJoin('accounts as a', 'a.organization_id', 'w.organization_id')
    .select([
      'w.id',
      'w.organization_id',
      'w.type',
      'w.is_active',
      'w.cod_delay_days',
      'w.cod_payout_weekdays',
      'w.cod_holidays',
    ])
    .select(['w.bank_account', 'w.created_at', 'w.updated_at'])
    .select(['a.balance_paise', 'a.held_paise', 'a.credit_limit_paise'])
    .where('w.organization_id', '=', organizationId)
    .where('a.account', '=', 'wallet')
    .executeTakeFirst();

/** @throws FreightError NOT_FOUND */
export const getWalletRow = async (db: Db<Tables>, organizationId: string): Promise<WalletRow> => {
  const row = await findWallet(db, organizationId);
  if (row === undefined)
    throw new FreightError('NOT_FOUND', { message: 'No wallet is configured for this organization' });
  return row;
};

// India's usual cycle: money of deliveries up to two days ago, paid out three times a week.
const defaultCodCycle = { delayDays: 2, payoutWeekdays: ['MONDAY', 'WEDNESDAY', 'FRIDAY'] };

/** Opens the wallet and its accounts, or changes it. Needs a transaction: until its end no other change comes between. */
export const upsertWallet = async (
  trx: Db<Tables>,
  organizationId: string,
  { id, type, codDelayDays, codPayoutWeekdays, codHolidays, bankAccountJson }: WalletSettings & { id: string },
): Promise<void> => {
  await sql`
    insert into wallets (organization_id, id, type, cod_delay_days, cod_payout_weekdays, cod_holidays, bank_account)
    values (${organizationId}, ${id}, ${type}, ${codDelayDays ?? defaultCodCycle.delayDays},
      ${codPayoutWeekdays ?? defaultCodCycle.payoutWeekdays}, ${codHolidays ?? []}, ${bankAccountJson}::jsonb)
    on conflict (organization_id) do update set
      type = excluded.type,
      cod_delay_days = coalesce(${codDelayDays}, wallets.cod_delay_days),
      cod_payout_weekdays = coalesce(${codPayoutWeekdays}::text[], wallets.cod_payout_weekdays),
      cod_holidays = coalesce(${codHolidays}::text[], wallets.cod_holidays),
      bank_account = coalesce(excluded.bank_account, wallets.bank_account),
      updated_at = now()`.execute(trx);
  await sql`
    insert into accounts (organization_id, account)
    select ${organizationId}, account from unnest(${[...ledgerAccounts]}::text[]) account
    on conflict do nothing`.execute(trx);
};

/** Sets how far bookings may take the wallet below zero; false when that would be less than it owes already. */
export const setCreditLimit = async (
  trx: Db<Tables>,
  organizationId: string,
  creditLimitPaise: number,
): Promise<boolean> => {
  // Raising it is always allowed, also for a wallet that owes more than the new limit.
  const { rows } = await sql`
    update accounts set credit_limit_paise = ${creditLimitPaise}
    where organization_id = ${organizationId} and account = 'wallet'
      and (balance_paise - held_paise >= ${-creditLimitPaise} or credit_limit_paise <= ${creditLimitPaise})
    returning account`.execute(trx);
  return rows.length > 0;
};
