import {
  FreightError,
  getOrganization,
  type InputOf,
  newId,
  putWallet,
  testTenantOf,
  toPaise,
} from '@freight/contracts';
import type { Db } from '@freight/database';
import { call, implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookJournal } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { toWallet } from './wallet.row.ts';
import { getWalletRow, setCreditLimit, upsertWallet, type WalletSettings } from './wallet.store.ts';

/** ₹1,00,000 for the test tenant, so that a test key books at once. */
const playMoneyPaise = 1_00_000_00;

export const putWalletHandler = implement(putWallet, async ({ db, bus }: Deps, context, input) => {
  const { organizationId } = input;
  const settings = settingsOf(input);
  await call(bus, getOrganization, context, { organizationId });

  return db.transaction().execute(async (trx) => {
    await upsertWallet(trx, organizationId, { id: newId('wallet'), ...settings });
    if (!(await changeLimit(trx, organizationId, settings))) throw await limitBelowDebt(trx, organizationId, settings);
    await openTestWallet(trx, testTenantOf(organizationId), settings);
    return toWallet(await getWalletRow(trx, organizationId));
  });
});

const settingsOf = ({ type, creditLimit, codCycle, bankAccount }: InputOf<typeof putWallet>): WalletSettings => {
  if (type === 'PREPAID' && (creditLimit ?? 0) > 0) {
    throw new FreightError('VALIDATION_FAILED', { errors: { creditLimit: ['is for POSTPAID wallets'] } });
  }
  return {
    type,
    creditLimitPaise: type === 'PREPAID' ? 0 : creditLimit === undefined ? null : toPaise(creditLimit),
    codDelayDays: codCycle?.delayDays ?? null,
    codPayoutWeekdays: codCycle === undefined ? null : [...new Set(codCycle.payoutWeekdays)],
    codHolidays: codCycle === undefined ? null : [...new Set(codCycle.holidays ?? [])].toSorted(),
    bankAccountJson: bankAccount === undefined ? null : JSON.stringify(masked(bankAccount)),
  };
};

const masked = ({ accountNumber, ...rest }: NonNullable<InputOf<typeof putWallet>['bankAccount']>) => ({
  ...rest,
  accountNumberMasked: accountNumber.slice(-4).padStart(accountNumber.length, 'X'),
});

const changeLimit = async (trx: Db<Tables>, organizationId: string, settings: WalletSettings): Promise<boolean> =>
  settings.creditLimitPaise === null || setCreditLimit(trx, organizationId, settings.creditLimitPaise);

const limitBelowDebt = async (
  trx: Db<Tables>,
  organizationId: string,
  { type }: WalletSettings,
): Promise<FreightError> => {
  const { balance, heldAmount } = toWallet(await getWalletRow(trx, organizationId));
  const fault = `the wallet owes INR ${(heldAmount - balance).toFixed(2)}, holds included`;
  return new FreightError('VALIDATION_FAILED', {
    errors: type === 'PREPAID' ? { type: [fault] } : { creditLimit: [`is too low: ${fault}`] },
  });
};

/** The play wallet follows the real one, except where it owes too much for the new limit: then it keeps its own. */
const openTestWallet = async (trx: Db<Tables>, testTenant: string, settings: WalletSettings): Promise<void> => {
  await upsertWallet(trx, testTenant, { id: newId('wallet'), ...settings });
  await changeLimit(trx, testTenant, settings);
  await bookJournal(trx, testTenant, {
    id: newId('journal'),
    fact: 'recharge:play-money',
    kind: 'RECHARGE',
    referenceType: 'RECHARGE',
    referenceId: 'play-money',
    description: 'Play money of the test mode',
    reason: {},
    lines: [
      { account: 'wallet', amountPaise: playMoneyPaise, category: 'RECHARGE' },
      { account: 'clearing', amountPaise: -playMoneyPaise },
    ],
    withinLimit: false,
  });
};
