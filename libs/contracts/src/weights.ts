import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { dateTime, idField, inr, looseText, pageOf, paging, signedInr, text } from './wire.ts';

/** Weights that couriers bill: what the operator books at once, and what a merchant may dispute before it is taken. */

const evidenceUrl = z.url({ protocol: /^https?$/ }).max(2_000);
const reportedGrams = z.int().min(1).max(1_000_000);

export const weightAdjustment = z.object({
  id: z.string(),
  organizationId: z.string(),
  shipmentId: z.string(),
  awbNumber: z.string(),
  billedWeightGrams: z.int(),
  chargedWeightGrams: z.int().meta({ description: 'The slab of the rate card that the billed weight falls into' }),
  previousChargedWeightGrams: z.int(),
  difference: signedInr.meta({ description: 'In INR, GST included: positive = debited, negative = credited' }),
  evidenceUrl: z.string().nullable(),
  createdAt: dateTime,
});
export type WeightAdjustment = z.output<typeof weightAdjustment>;

export const adjustWeight = defineOperation({
  name: 'billing.adjust-weight',
  scope: 'system',
  summary: 'Re-price a parcel by the weight that its courier bills, and debit or credit the difference once',
  description:
    'Priced with the rate card version of the booking; a return that is charged already is re-priced too. The weight that is billed already changes nothing (200). For a difference that the merchant may dispute first see weight reports.',
  http: { method: 'POST', path: '/billing/weight-adjustments', audience: 'operator', tag: 'Weights', status: 201 },
  input: z.object({
    awb: text(100),
    billedWeightGrams: reportedGrams,
    evidenceUrl: evidenceUrl.optional(),
    /** Only where two organizations have parcels of one AWB. */
    organizationId: idField.optional(),
  }),
  output: weightAdjustment,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

/**
 * OPEN: waits for the merchant until the deadline. DISPUTED: waits for the operator. ACCEPTED, EXPIRED (no answer) and UPHELD (the
 * operator's word) took the difference; WAIVED gave it back.
 */
export const discrepancyStatuses = ['OPEN', 'ACCEPTED', 'DISPUTED', 'UPHELD', 'WAIVED', 'EXPIRED'] as const;

export const weightDiscrepancy = z.object({
  id: z.string(),
  organizationId: z.string(),
  shipmentId: z.string(),
  awbNumber: z.string(),
  orderReferenceNumber: z.string().nullable(),
  status: z.enum(discrepancyStatuses),
  chargedWeightGrams: z.int(),
  courierWeightGrams: z.int(),
  newChargedWeightGrams: z.int(),
  difference: inr.meta({ description: 'In INR, GST included; held until it is decided, not taken' }),
  evidenceUrl: z.string().nullable(),
  disputeReason: z.string().nullable(),
  disputeEvidenceUrls: z.array(z.string()),
  decisionReason: z.string().nullable(),
  respondBy: dateTime,
  decidedAt: dateTime.nullable(),
  createdAt: dateTime,
});
export type WeightDiscrepancy = z.output<typeof weightDiscrepancy>;

export const reportWeight = defineOperation({
  name: 'billing.report-weight',
  scope: 'system',
  summary: 'Open a discrepancy for a courier’s weight above the charged one: the difference is held, not taken',
  description:
    'The merchant accepts or disputes it until the deadline (WEIGHT_DISPUTE_DAYS); without an answer it is taken after that. `discrepancy` is null when the weight costs nothing more. The same weight again gives the same discrepancy (200).',
  http: { method: 'POST', path: '/billing/weight-reports', audience: 'operator', tag: 'Weights', status: 201 },
  input: z.object({
    awb: text(100),
    courierWeightGrams: reportedGrams,
    evidenceUrl: evidenceUrl.optional(),
    organizationId: idField.optional(),
  }),
  output: z.object({ discrepancy: weightDiscrepancy.nullable() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const listWeightDiscrepancies = defineOperation({
  name: 'billing.list-weight-discrepancies',
  scope: 'organization',
  summary: 'Parcels whose courier billed more weight than was charged, newest first',
  http: { method: 'GET', path: '/weight-discrepancies', audience: 'merchant', tag: 'Weights', answer: 'page' },
  input: z.object({ ...paging, status: z.enum(discrepancyStatuses).optional() }),
  output: pageOf(weightDiscrepancy),
});

export const acceptWeightDiscrepancy = defineOperation({
  name: 'billing.accept-weight-discrepancy',
  scope: 'organization',
  summary: 'Accept the courier’s weight: the held difference is taken',
  http: { method: 'POST', path: '/weight-discrepancies/{id}/accept', audience: 'merchant', tag: 'Weights' },
  input: z.object({ id: idField }),
  output: weightDiscrepancy,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const disputeWeightDiscrepancy = defineOperation({
  name: 'billing.dispute-weight-discrepancy',
  scope: 'organization',
  summary: 'Dispute the courier’s weight with evidence: the difference stays held until the operator decides',
  http: { method: 'POST', path: '/weight-discrepancies/{id}/dispute', audience: 'merchant', tag: 'Weights' },
  input: z.object({ id: idField, reason: text(), evidenceUrls: z.array(evidenceUrl).max(20).default([]) }),
  output: weightDiscrepancy,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const decideWeightDiscrepancy = defineOperation({
  name: 'billing.decide-weight-discrepancy',
  scope: 'system',
  summary: 'Decide a dispute: UPHELD takes the difference, WAIVED gives it back',
  description:
    'A discrepancy that the merchant has not answered yet can be waived, and not upheld: it has its deadline.',
  http: { method: 'POST', path: '/billing/weight-discrepancies/{id}/decision', audience: 'operator', tag: 'Weights' },
  input: z.object({ id: idField, decision: z.enum(['UPHELD', 'WAIVED']), reason: looseText().optional() }),
  output: weightDiscrepancy,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const weightOperations = [
  adjustWeight,
  reportWeight,
  listWeightDiscrepancies,
  acceptWeightDiscrepancy,
  disputeWeightDiscrepancy,
  decideWeightDiscrepancy,
] as const;
