import type { Implementation } from '@freight/messaging';
import type { Deps } from './deps.ts';
import { exportLedgerProofHandler } from './ledger/export-ledger-proof.ts';
import { verifyLedgerHandler } from './ledger/verify-ledger.ts';
import { postReservationHandler } from './reservation/post-reservation.ts';
import { refundReservationHandler } from './reservation/refund-reservation.ts';
import { releaseReservationHandler } from './reservation/release-reservation.ts';
import { reserveHandler } from './reservation/reserve.ts';
import { adjustWalletHandler } from './wallet/adjust-wallet.ts';
import { exportWalletTransactionsHandler } from './wallet/export-wallet-transactions.ts';
import { getWalletHandler } from './wallet/get-wallet.ts';
import { getWalletConfigHandler } from './wallet/get-wallet-config.ts';
import { getWalletStatementHandler } from './wallet/get-wallet-statement.ts';
import { listWalletTransactionsHandler } from './wallet/list-wallet-transactions.ts';
import { putWalletHandler } from './wallet/put-wallet.ts';
import { rechargeWalletHandler } from './wallet/recharge-wallet.ts';

/** Everything that this service does for others. */
export const billingImplementations: readonly Implementation<Deps>[] = [
  getWalletHandler,
  getWalletConfigHandler,
  listWalletTransactionsHandler,
  exportWalletTransactionsHandler,
  getWalletStatementHandler,
  putWalletHandler,
  rechargeWalletHandler,
  adjustWalletHandler,
  reserveHandler,
  postReservationHandler,
  releaseReservationHandler,
  refundReservationHandler,
  verifyLedgerHandler,
  exportLedgerProofHandler,
];
