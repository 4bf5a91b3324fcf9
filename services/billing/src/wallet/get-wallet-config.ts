import { getWalletConfig } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toWalletConfig } from './wallet.row.ts';
import { getWalletRow } from './wallet.store.ts';

export const getWalletConfigHandler = implement(getWalletConfig, async ({ db }: Deps, { organizationId }) =>
  toWalletConfig(await getWalletRow(db, organizationId)),
);
