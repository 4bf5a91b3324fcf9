import { z } from 'zod';

/** Where documents are kept, and what of them for how long: part of the service's environment. */
export const documentStorageVariables = {
  LABEL_SOURCE: z
    .enum(['courier', 'ours'])
    .default('courier')
    .describe('`courier`: the courier’s own label where it gives one, else ours; `ours`: always the label we draw'),
  DRAWN_DOCUMENTS_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe(
      'Days that labels and invoices are kept after they were drawn; later they are drawn again when asked for',
    ),
  DOCUMENT_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Copies of each document in a NATS cluster; read when the buckets are first made'),
  DOCUMENT_S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe('Keeps documents in this S3 bucket instead of the JetStream object store'),
  DOCUMENT_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the S3 bucket'),
  DOCUMENT_S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'Address of an S3-compatible server, whose buckets are then named in the path; Amazon’s own when left out',
    ),
  DOCUMENT_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('S3 access key; without one the credentials of the machine or pod are used'),
  DOCUMENT_S3_SECRET_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ isSecret: true })
    .describe('Secret half of DOCUMENT_S3_ACCESS_KEY_ID'),
};

const documentStorageConfig = z.object(documentStorageVariables);
export type DocumentStorageConfig = z.output<typeof documentStorageConfig>;
