import type { Implementation } from '@freight/messaging';
import { exportCodTransactionsHandler } from './cod/export-cod-transactions.ts';
import { findCodOfShipmentHandler } from './cod/find-cod-of-shipment.ts';
import { getRemittanceScheduleHandler } from './cod/get-remittance-schedule.ts';
import { listCodTransactionsHandler } from './cod/list-cod-transactions.ts';
import { listEligibleCodHandler, listUpcomingCodHandler } from './cod/list-owed-cod.ts';
import { listRemittancesHandler } from './cod/list-remittances.ts';
import { reconcileCodHandler } from './cod/reconcile-cod.ts';
import { reverseCodHandler } from './cod/reverse-cod.ts';
import { runRemittancesHandler } from './cod/run-remittances.ts';
import { setRemittanceStatusHandler } from './cod/set-remittance-status.ts';
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
import { adjustWeightHandler } from './weights/adjust-weight.ts';
import {
  acceptWeightDiscrepancyHandler,
  decideWeightDiscrepancyHandler,
  disputeWeightDiscrepancyHandler,
} from './weights/answer-discrepancy.ts';
import { listWeightDiscrepanciesHandler } from './weights/list-weight-discrepancies.ts';
import { reportWeightHandler } from './weights/report-weight.ts';

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
  listRemittancesHandler,
  getRemittanceScheduleHandler,
  listEligibleCodHandler,
  listUpcomingCodHandler,
  listCodTransactionsHandler,
  exportCodTransactionsHandler,
  runRemittancesHandler,
  setRemittanceStatusHandler,
  reverseCodHandler,
  findCodOfShipmentHandler,
  reconcileCodHandler,
  adjustWeightHandler,
  reportWeightHandler,
  listWeightDiscrepanciesHandler,
  acceptWeightDiscrepancyHandler,
  disputeWeightDiscrepancyHandler,
  decideWeightDiscrepancyHandler,
];
