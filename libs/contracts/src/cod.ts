import { z } from 'zod';
import { courierCodes } from './carriers.ts';
import { defineOperation } from './operation.ts';
import { streamCursor, streamPiece } from './stream.ts';
import { dateOrDateTime, dateTime, idField, inr, pageOf, paging, text } from './wire.ts';

/** Cash that couriers collected for merchants: what there is, when it is paid out, and the payouts. */

export const remittanceStatuses = ['PENDING', 'PROCESSING', 'PAID', 'FAILED'] as const;
export type RemittanceStatus = (typeof remittanceStatuses)[number];

export const codTransactionStatuses = ['COLLECTED', 'ELIGIBLE', 'PROCESSING', 'REMITTED', 'REVERSED'] as const;

const tag = 'COD';

export const remittance = z.object({
  id: z.string(),
  remittanceNumber: z.string(),
  status: z.enum(remittanceStatuses),
  cycleDate: z.iso.date().meta({ description: 'The payout day of the cycle, in India' }),
  codAmount: inr,
  freightDeducted: inr.meta({ description: 'Kept for what a POSTPAID wallet owes, other than value-added services' }),
  vasDeducted: inr.meta({ description: 'Kept for value-added services of these parcels' }),
  netAmount: inr,
  shipmentCount: z.int(),
  utr: z.string().nullable(),
  paidAt: dateTime.nullable(),
  createdAt: dateTime,
});
export type Remittance = z.output<typeof remittance>;

export const codItem = z.object({
  shipmentId: z.string(),
  awbNumber: z.string(),
  orderReferenceNumber: z.string(),
  codAmount: inr,
  deliveredAt: dateTime,
  eligibleAt: dateTime,
  expectedRemittanceDate: z.iso.date(),
});
export type CodItem = z.output<typeof codItem>;

const codItems = z.object({ totalAmount: inr, count: z.int(), items: z.array(codItem) });

export const codTransaction = z.object({
  id: z.string(),
  shipmentId: z.string(),
  awbNumber: z.string(),
  orderReferenceNumber: z.string(),
  courier: z.string(),
  codAmount: inr,
  freightCharge: inr,
  codCharge: inr,
  status: z.enum(codTransactionStatuses),
  deliveredAt: dateTime,
  remittanceId: z.string().nullable(),
  createdAt: dateTime,
});
export type CodTransaction = z.output<typeof codTransaction>;

export const listRemittances = defineOperation({
  name: 'billing.list-remittances',
  scope: 'organization',
  summary: 'Payouts of COD, newest first',
  http: { method: 'GET', path: '/cod/remittances', audience: 'merchant', tag, answer: 'page' },
  input: z.object({ ...paging, status: z.enum(remittanceStatuses).optional() }),
  output: pageOf(remittance),
});

export const getRemittanceSchedule = defineOperation({
  name: 'billing.get-remittance-schedule',
  scope: 'organization',
  summary: 'COD, freight and value-added services per cycle: what was paid out and what will be, newest cycle first',
  description:
    'Cycles to come are made of parcels that are delivered already. The deduction shown for them is what the wallet owes today. The 100 newest payouts are shown.',
  http: { method: 'GET', path: '/cod/remittance-schedule', audience: 'merchant', tag },
  input: z.object({}),
  output: z.array(
    z.object({
      cycleDate: z.iso.date(),
      codAmount: inr,
      freightCharges: inr,
      vasCharges: inr,
      netAmount: inr,
      shipmentCount: z.int(),
      status: z.enum(['UPCOMING', ...remittanceStatuses]),
    }),
  ),
});

export const listEligibleCod = defineOperation({
  name: 'billing.list-eligible-cod',
  scope: 'organization',
  summary: 'COD past its cycle window, ready to remit; the 1,000 oldest parcels, totals of all',
  http: { method: 'GET', path: '/cod/eligible', audience: 'merchant', tag },
  input: z.object({}),
  output: codItems,
});

export const listUpcomingCod = defineOperation({
  name: 'billing.list-upcoming-cod',
  scope: 'organization',
  summary: 'COD within its cycle window, with the expected dates; the 1,000 oldest parcels, totals of all',
  http: { method: 'GET', path: '/cod/upcoming', audience: 'merchant', tag },
  input: z.object({}),
  output: codItems,
});

/** On the day of delivery in India, or the moment; `to` included. */
const period = { from: dateOrDateTime.optional(), to: dateOrDateTime.optional() };

export const listCodTransactions = defineOperation({
  name: 'billing.list-cod-transactions',
  scope: 'organization',
  summary: 'COD parcel by parcel, newest delivery first',
  http: { method: 'GET', path: '/cod/transactions', audience: 'merchant', tag, answer: 'page' },
  input: z.object({ ...paging, ...period }),
  output: pageOf(codTransaction),
});

export const exportCodTransactions = defineOperation({
  name: 'billing.export-cod-transactions',
  scope: 'organization',
  summary: 'COD parcel by parcel as CSV, newest delivery first',
  http: {
    method: 'GET',
    path: '/cod/transactions.csv',
    audience: 'merchant',
    tag,
    answer: 'stream',
    mediaType: 'text/csv; charset=utf-8',
  },
  input: z.object({ ...streamCursor, ...period }),
  output: streamPiece,
});

export const runRemittances = defineOperation({
  name: 'billing.run-remittances',
  scope: 'system',
  summary: 'Pay out everything whose payout day has come by a date; running it twice pays nothing twice',
  description:
    'One remittance for each organization that has such parcels. An organization is done as a whole or not at all, so a run that stopped half-way is finished by running it again; several at once share the work. `created` holds what this request made.',
  http: { method: 'POST', path: '/cod/remittance-runs', audience: 'operator', tag, status: 201 },
  input: z.object({ asOf: z.iso.date().meta({ description: 'A day in India, included' }) }),
  output: z.object({ created: z.array(remittance.extend({ organizationId: z.string() })) }),
  timeoutMs: 120_000,
});

export const setRemittanceStatus = defineOperation({
  name: 'billing.set-remittance-status',
  scope: 'system',
  summary: 'What the bank did with a payout; PAID needs its UTR, FAILED makes the parcels eligible again',
  description:
    'PENDING may become PROCESSING, PAID or FAILED, PROCESSING may become PAID or FAILED. The status it has already changes nothing.',
  http: { method: 'POST', path: '/cod/remittances/{id}/status', audience: 'operator', tag },
  input: z
    .object({ id: idField, status: z.enum(['PROCESSING', 'PAID', 'FAILED']), utr: text(50).optional() })
    .refine(({ status, utr }) => status !== 'PAID' || utr !== undefined, {
      path: ['utr'],
      message: 'is required when status is PAID',
    }),
  output: remittance,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const reverseCod = defineOperation({
  name: 'billing.reverse-cod',
  scope: 'system',
  summary: 'Take back a COD accrual whose delivery was not one; once',
  description:
    'What is not paid out yet is no longer owed. What is paid out, or on its way to the bank, is taken from the wallet, whatever its balance.',
  http: { method: 'POST', path: '/cod/reversals', audience: 'operator', tag, status: 201 },
  input: z.object({ awb: text(100), reason: text(), organizationId: idField.optional() }),
  output: codTransaction,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const findCodOfShipment = defineOperation({
  name: 'billing.find-cod-of-shipment',
  scope: 'organization',
  summary: 'The payout that a parcel’s cash is in; nulls while it is in none',
  callers: ['shipments'],
  input: z.object({ shipmentId: idField }),
  output: z.object({ remittanceId: z.string().nullable(), remittanceStatus: z.enum(remittanceStatuses).nullable() }),
  timeoutMs: 2_000,
});

const maxFileCharacters = 2_000_000;

const reconciledParcel = z.object({
  organizationId: z.string(),
  shipmentId: z.string(),
  awbNumber: z.string(),
  expected: inr.meta({ description: 'What the courier still had of this parcel’s cash' }),
  received: inr,
});

export const reconcileCod = defineOperation({
  name: 'billing.reconcile-cod',
  scope: 'system',
  summary: 'Match a courier’s remittance file with the cash it collected for us; a reference counts once',
  description:
    'CSV with the columns `awb` and `amount` (INR); more columns and any order are no fault, several lines of one AWB are summed. What a parcel’s courier paid is booked once for each reference: the same file again gives the same answer, a run that was cut off is finished. `missing`: parcels of this courier that are in no file yet and were delivered no later than `deliveredUntil`, by default the newest delivery of the file; the 1,000 oldest.',
  http: { method: 'POST', path: '/cod/reconciliations', audience: 'operator', tag, status: 201 },
  input: z.object({
    courier: z.enum(courierCodes),
    /** The courier’s own number of this remittance, or the bank’s UTR. */
    reference: text(200),
    csv: z.string().min(1).max(maxFileCharacters),
    deliveredUntil: dateTime.optional(),
  }),
  output: z.object({
    courier: z.string(),
    reference: z.string(),
    received: inr.meta({ description: 'Sum of the file' }),
    matched: z.object({ count: z.int(), amount: inr }),
    short: z.array(reconciledParcel),
    over: z.array(reconciledParcel),
    missing: z.array(reconciledParcel.omit({ received: true }).extend({ deliveredAt: dateTime })),
    unknown: z.array(z.object({ awbNumber: z.string(), received: inr })),
  }),
  errors: ['INVALID_STATE'],
  timeoutMs: 120_000,
});

export const codOperations = [
  listRemittances,
  getRemittanceSchedule,
  listEligibleCod,
  listUpcomingCod,
  listCodTransactions,
  exportCodTransactions,
  runRemittances,
  setRemittanceStatus,
  reverseCod,
  findCodOfShipment,
  reconcileCod,
] as const;
