import { getWallet } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toWallet } from './wallet.row.ts';
import { getWalletRow } from './wallet.store.ts';

export const getWalletHandler = implement(getWallet, async ({ db }: Deps, { organizationId }) =>
  toWallet(await getWalletRow(db, organizationId)),
);
