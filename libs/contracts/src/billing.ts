import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { price } from './rates.ts';
import { shipmentTypes } from './shipment-status.ts';
import { streamCursor, streamPiece } from './stream.ts';
import { dateTime, idField, inr, looseText, pageOf, paging, paise, signedInr, text } from './wire.ts';

export const walletTypes = ['PREPAID', 'POSTPAID'] as const;
export const transactionCategories = [
  'RECHARGE',
  'FREIGHT',
  'COD_CHARGE',
  'RTO',
  'WEIGHT_ADJUSTMENT',
  'REFUND',
  'COD_REMITTANCE',
  'ADJUSTMENT',
] as const;
export type TransactionCategory = (typeof transactionCategories)[number];

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Weekday = (typeof weekdays)[number];
const weekday = z.enum(weekdays);
export const codCycle = z.object({
  delayDays: z.int().min(0).max(90),
  payoutWeekdays: z.array(weekday).min(1).max(7),
  /** Dates on which the bank does not pay: the next payout day that is none takes their place. */
  holidays: z.array(z.iso.date()).max(400).optional(),
});

export const wallet = z.object({
  id: z.string(),
  organizationId: z.string(),
  type: z.enum(walletTypes),
  currency: z.literal('INR'),
  balance: signedInr.meta({ description: 'What is left after every booked charge, in INR; negative = owed' }),
  heldAmount: inr.meta({
    description: 'Charges in flight, in INR: not in `balance` yet, no longer in `availableBalance`',
  }),
  availableBalance: signedInr.meta({
    description: 'What a booking may cost now, in INR: balance + creditLimit − heldAmount',
  }),
  creditLimit: inr,
  isActive: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type Wallet = z.output<typeof wallet>;

export const walletTransaction = z.object({
  id: z.string(),
  type: z.enum(['CREDIT', 'DEBIT']),
  category: z.enum(transactionCategories),
  amount: inr,
  balanceAfter: signedInr,
  description: z.string(),
  referenceType: z.string(),
  referenceId: z.string(),
  awbNumber: z.string().nullable(),
  orderReferenceNumber: z.string().nullable(),
  createdAt: dateTime,
});
export type WalletTransaction = z.output<typeof walletTransaction>;

export const getWallet = defineOperation({
  name: 'billing.get-wallet',
  scope: 'organization',
  summary: 'Balance, wallet type and record',
  http: { method: 'GET', path: '/wallet', audience: 'merchant', tag: 'Wallet' },
  input: z.object({}),
  output: wallet,
  errors: ['NOT_FOUND'],
});

export const getWalletConfig = defineOperation({
  name: 'billing.get-wallet-config',
  scope: 'organization',
  summary: 'Wallet type, COD cycle and bank details',
  http: { method: 'GET', path: '/wallet/config', audience: 'merchant', tag: 'Wallet' },
  input: z.object({}),
  output: z.object({
    type: z.enum(walletTypes),
    creditLimit: inr,
    codCycle,
    bankAccount: z
      .object({
        accountHolder: z.string(),
        accountNumberMasked: z.string(),
        ifsc: z.string(),
        bankName: z.string(),
      })
      .nullable(),
  }),
  errors: ['NOT_FOUND'],
});

export const listWalletTransactions = defineOperation({
  name: 'billing.list-wallet-transactions',
  scope: 'organization',
  summary: 'The wallet ledger, newest first',
  http: { method: 'GET', path: '/wallet/transactions', audience: 'merchant', tag: 'Wallet', answer: 'page' },
  input: z.object({ ...paging, category: z.enum(['recharges', 'orders']).optional() }),
  output: pageOf(walletTransaction),
  errors: ['NOT_FOUND'],
});

export const exportWalletTransactions = defineOperation({
  name: 'billing.export-wallet-transactions',
  scope: 'organization',
  summary: 'The wallet ledger as CSV, newest first',
  description:
    'RFC 4180 with a header row. A text cell that a spreadsheet would run as a formula begins with an apostrophe. The answer is streamed: when it ends early, the connection is cut and not closed.',
  http: {
    method: 'GET',
    path: '/wallet/transactions.csv',
    audience: 'merchant',
    tag: 'Wallet',
    answer: 'stream',
    mediaType: 'text/csv; charset=utf-8',
  },
  input: z.object({ ...streamCursor, category: z.enum(['recharges', 'orders']).optional() }),
  output: streamPiece,
  errors: ['NOT_FOUND'],
});

export const getWalletStatement = defineOperation({
  name: 'billing.get-wallet-statement',
  scope: 'organization',
  summary: 'What the wallet had at the beginning and the end of a period, and what moved it in between',
  description: 'Days are days in India, both included. Opening balance + every sum by category = closing balance.',
  http: { method: 'GET', path: '/wallet/statement', audience: 'merchant', tag: 'Wallet' },
  input: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' }),
  output: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    openingBalance: signedInr,
    closingBalance: signedInr,
    credits: inr,
    debits: inr,
    byCategory: z.array(z.object({ category: z.enum(transactionCategories), amount: signedInr, count: z.int() })),
  }),
  errors: ['NOT_FOUND'],
});

export const putWallet = defineOperation({
  name: 'billing.put-wallet',
  scope: 'system',
  summary: 'Open or change the wallet of an organization',
  description:
    'The organization’s test tenant gets a wallet of the same kind, filled once with play money, so that a test key works at once.',
  http: { method: 'PUT', path: '/organizations/{organizationId}/wallet', audience: 'operator', tag: 'Wallets' },
  input: z.object({
    organizationId: idField,
    type: z.enum(walletTypes),
    creditLimit: inr.optional(),
    codCycle: codCycle.optional(),
    bankAccount: z
      .object({
        accountHolder: text(200),
        accountNumber: z.string().regex(/^\d{6,20}$/, 'must be 6 to 20 digits'),
        ifsc: z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be an IFSC such as HDFC0001234'),
        bankName: text(200),
      })
      .optional(),
  }),
  output: wallet,
  errors: ['NOT_FOUND'],
});

export const rechargeWallet = defineOperation({
  name: 'billing.recharge-wallet',
  scope: 'system',
  summary: 'Credit a wallet; the same reference twice credits once',
  description:
    'The second request with a reference answers 200 with the transaction of the first. The same reference with another amount is INVALID_STATE.',
  http: {
    method: 'POST',
    path: '/organizations/{organizationId}/wallet/recharges',
    audience: 'operator',
    tag: 'Wallets',
    status: 201,
  },
  input: z.object({
    organizationId: idField,
    amount: inr.refine((value) => value > 0, 'must be greater than 0'),
    reference: text(200),
    note: looseText().optional(),
  }),
  output: walletTransaction,
  errors: ['NOT_FOUND', 'WALLET_NOT_CONFIGURED', 'INVALID_STATE'],
});

export const adjustWallet = defineOperation({
  name: 'billing.adjust-wallet',
  scope: 'system',
  summary: 'Correct a wallet by a signed amount, with the reason',
  description:
    'The same reference twice corrects once (200). A negative amount may not take more than the wallet has available.',
  http: {
    method: 'POST',
    path: '/organizations/{organizationId}/wallet/adjustments',
    audience: 'operator',
    tag: 'Wallets',
    status: 201,
  },
  input: z.object({
    organizationId: idField,
    amount: signedInr.refine((value) => value !== 0, 'must not be 0'),
    reference: text(200),
    reason: text(),
  }),
  output: walletTransaction,
  errors: ['NOT_FOUND', 'WALLET_NOT_CONFIGURED', 'INSUFFICIENT_BALANCE', 'INVALID_STATE'],
});

/** What a charge is for; copied into the ledger so that each debit explains itself. */
export const chargeReason = z.object({
  shipmentId: z.string(),
  orderReferenceNumber: z.string(),
  carrierId: z.string(),
  rateCardVersion: z.string(),
  zone: z.string(),
  chargeableWeightGrams: z.int(),
  /** What the parcel is priced as when it turns out to weigh something else. */
  shipmentType: z.enum(shipmentTypes).default('FORWARD'),
  isQcRequired: z.boolean().default(false),
});

const reservation = z.object({
  reservationId: z.string(),
  status: z.enum(['HELD', 'POSTED', 'RELEASED', 'REFUNDED']),
  amountPaise: paise,
});
export type Reservation = z.output<typeof reservation>;

export const reserveCharge = defineOperation({
  name: 'billing.reserve',
  scope: 'organization',
  summary: 'Hold the price of a booking attempt; the same attempt twice holds once',
  callers: ['shipments'],
  input: z.object({ attemptId: idField, price, reason: chargeReason }),
  output: reservation,
  // INVALID_STATE: the attempt is settled already (a release may overtake its reserve), or it holds another amount.
  errors: ['WALLET_NOT_CONFIGURED', 'INSUFFICIENT_BALANCE', 'INVALID_STATE'],
  timeoutMs: 5_000,
});

export const postReservation = defineOperation({
  name: 'billing.post-reservation',
  scope: 'organization',
  summary: 'Turn the hold of a booking attempt into a debit; once',
  callers: ['shipments'],
  input: z.object({ attemptId: idField, awbNumber: z.string() }),
  output: reservation,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  timeoutMs: 5_000,
});

export const releaseReservation = defineOperation({
  name: 'billing.release-reservation',
  scope: 'organization',
  summary:
    'Give the hold of a booking attempt back; a hold that was never made is settled as released, so a late reserve fails',
  callers: ['shipments'],
  input: z.object({ attemptId: idField, reason: text() }),
  output: reservation,
  errors: ['INVALID_STATE'],
  timeoutMs: 5_000,
});

export const refundReservation = defineOperation({
  name: 'billing.refund-reservation',
  scope: 'organization',
  summary: 'Give a posted debit back when the booking is cancelled; once, a hold still open is released instead',
  callers: ['shipments'],
  input: z.object({ attemptId: idField, reason: text() }),
  /** What the wallet has back, be it a debit or a hold; 0 when the attempt was released. Equal on every call. */
  output: z.object({ refundedPaise: paise }),
  errors: ['NOT_FOUND'],
  timeoutMs: 5_000,
});

export const verifyLedger = defineOperation({
  name: 'billing.verify-ledger',
  scope: 'system',
  summary: 'Prove the ledger: replay it from zero, compare every balance, check the hash chains',
  description:
    'Reads everything in one snapshot while bookings go on. `head` is the hash over the newest entry of every account: kept elsewhere, it shows later that nothing before it was changed.',
  http: { method: 'GET', path: '/billing/ledger/verification', audience: 'operator', tag: 'Wallets' },
  input: z.object({}),
  output: z.object({
    isSound: z.boolean(),
    verifiedAt: dateTime,
    counts: z.object({ accounts: z.int(), journals: z.int(), entries: z.int(), reservations: z.int() }),
    head: z.string(),
    /** Null when everything agrees. */
    firstDifference: z
      .object({
        check: z.string(),
        organizationId: z.string(),
        where: z.string(),
        expected: z.string(),
        found: z.string(),
      })
      .nullable(),
  }),
  timeoutMs: 300_000,
});

export const exportLedgerProof = defineOperation({
  name: 'billing.export-ledger-proof',
  scope: 'system',
  summary: 'The hash chain of an organization’s wallet, for the merchant to check without trusting us',
  description:
    'One JSON document a line: first what it is, then every entry of the wallet in order with the text that its journal’s digest is of. How to check it: docs/ledger-proof.md.',
  http: {
    method: 'GET',
    path: '/organizations/{organizationId}/wallet/proof.ndjson',
    audience: 'operator',
    tag: 'Wallets',
    answer: 'stream',
    mediaType: 'application/x-ndjson',
  },
  input: z.object({ ...streamCursor, organizationId: idField }),
  output: streamPiece,
  errors: ['NOT_FOUND'],
});

export const billingOperations = [
  getWallet,
  getWalletConfig,
  listWalletTransactions,
  exportWalletTransactions,
  getWalletStatement,
  putWallet,
  rechargeWallet,
  adjustWallet,
  reserveCharge,
  postReservation,
  releaseReservation,
  refundReservation,
  verifyLedger,
  exportLedgerProof,
] as const;
