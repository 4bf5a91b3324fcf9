import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { nullableDateTime, nullableString } from './shipment.ts';
import { streamCursor } from './stream.ts';
import { dateTime, idField, text } from './wire.ts';

export const getLabelPdf = defineOperation({
  name: 'shipments.get-label-pdf',
  scope: 'organization',
  summary: 'Redirect to the current label PDF',
  http: {
    method: 'GET',
    path: '/shipments/{id}/label.pdf',
    audience: 'merchant',
    tag: 'Documents',
    answer: 'redirect',
  },
  input: z.object({ id: idField }),
  output: z.object({ url: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const getLabelUrl = defineOperation({
  name: 'shipments.get-label-url',
  scope: 'organization',
  summary: 'Presigned link to the label PDF, valid one hour',
  http: { method: 'GET', path: '/shipments/{id}/label-url', audience: 'merchant', tag: 'Documents' },
  input: z.object({ id: idField }),
  output: z.object({ url: z.string(), ours: z.boolean() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const getInvoiceUrl = defineOperation({
  name: 'shipments.get-invoice-url',
  scope: 'organization',
  summary: 'Presigned link to the commercial invoice, valid one hour',
  http: { method: 'GET', path: '/shipments/{id}/invoice-url', audience: 'merchant', tag: 'Documents' },
  input: z.object({ id: idField }),
  output: z.object({ url: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const getInvoicePdf = defineOperation({
  name: 'shipments.get-invoice-pdf',
  scope: 'organization',
  summary: 'Redirect to the commercial invoice PDF',
  http: {
    method: 'GET',
    path: '/shipments/{id}/invoice.pdf',
    audience: 'merchant',
    tag: 'Documents',
    answer: 'redirect',
  },
  input: z.object({ id: idField }),
  output: z.object({ url: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const getProofOfDelivery = defineOperation({
  name: 'shipments.get-pod',
  scope: 'organization',
  summary: 'Proof of delivery; the first call fetches it from the courier and keeps it',
  description:
    'Only for DELIVERED and RTO_DELIVERED shipments. `fetchedAt` is null while the courier has no proof; the next call asks again. Links to files that we keep are valid one hour.',
  http: { method: 'GET', path: '/shipments/{id}/pod', audience: 'merchant', tag: 'Documents' },
  input: z.object({ id: idField }),
  output: z.object({
    recipientName: nullableString,
    recipientRelation: nullableString,
    recipientContact: nullableString,
    documentUrl: nullableString,
    documentUrls: z.array(z.string()),
    fetchedAt: nullableDateTime,
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'COURIER_UNAVAILABLE'],
  timeoutMs: 30_000,
});

/** Why a shipment's document is not in a bulk download. */
export const skipReasons = ['NOT_FOUND', 'NOT_BOOKED', 'NOT_DRAWN', 'TOO_MANY_PAGES'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Shipments in one bulk download at most (decisions, section 1). */
const maxBulkShipments = 500;

export const bulkDownload = defineOperation({
  name: 'shipments.bulk-download',
  scope: 'organization',
  summary: 'One PDF of many labels, or one archive of many invoices',
  description:
    'The file is in the order asked for. `skipped` lists what is not in it: NOT_FOUND, NOT_BOOKED (no AWB yet), NOT_DRAWN (try again), TOO_MANY_PAGES (more than 2,000 labels: ask for fewer shipments). `url` is null when nothing is left.',
  http: { method: 'POST', path: '/shipments/bulk-download', audience: 'merchant', tag: 'Documents' },
  input: z.object({
    shipmentIds: z.array(idField).min(1).max(maxBulkShipments),
    type: z.enum(['labels', 'invoices']),
  }),
  output: z.object({
    url: nullableString,
    expiresAt: dateTime,
    count: z.int(),
    skipped: z.array(z.object({ shipmentId: z.string(), reason: z.enum(skipReasons) })),
  }),
  timeoutMs: 120_000,
});

export const getDocument = defineOperation({
  name: 'shipments.get-document',
  scope: 'system',
  summary: 'The document behind a presigned link; the link itself is the credential',
  http: { method: 'GET', path: '/documents/{token}', audience: 'public', tag: 'Documents', answer: 'file' },
  input: z.object({ token: text(1_000), ...streamCursor }),
  output: z.unknown(),
  errors: ['NOT_FOUND'],
  timeoutMs: 30_000,
});

export const documentOperations = [
  getLabelPdf,
  getLabelUrl,
  getInvoiceUrl,
  getInvoicePdf,
  getProofOfDelivery,
  bulkDownload,
  getDocument,
] as const;
