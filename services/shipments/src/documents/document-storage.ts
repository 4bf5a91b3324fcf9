import { type Bus, type ObjectStore, openObjectStore } from '@freight/messaging';
import type { DocumentStorageConfig } from './document-storage.config.ts';
import { openS3Store } from './s3-store.ts';

/**
 * Where documents lie, by key. `drawn` is what we can make again at any time and is emptied by age; `kept` is what others gave us
 * and perhaps will not give again.
 */
export type DocumentStorage = { drawn: ObjectStore; kept: ObjectStore; close: () => void };

const dayMs = 24 * 60 * 60 * 1_000;

/** The JetStream object store unless an S3 bucket is configured. With S3, a lifecycle rule of the bucket empties `drawn/`. */
export const openDocumentStorage = (bus: Bus, config: DocumentStorageConfig): DocumentStorage => {
  if (config.DOCUMENT_S3_BUCKET !== undefined) return openS3Storage(config, config.DOCUMENT_S3_BUCKET);
  const replicas = config.DOCUMENT_REPLICAS;
  return {
    drawn: openObjectStore(bus, {
      bucket: 'shipments-drawn',
      keepMs: config.DRAWN_DOCUMENTS_KEEP_DAYS * dayMs,
      replicas,
    }),
    kept: openObjectStore(bus, { bucket: 'shipments-kept', replicas }),
    close: () => {},
  };
};

const openS3Storage = (config: DocumentStorageConfig, bucket: string): DocumentStorage => {
  const store = openS3Store({
    bucket,
    region: config.DOCUMENT_S3_REGION,
    endpoint: config.DOCUMENT_S3_ENDPOINT,
    accessKeyId: config.DOCUMENT_S3_ACCESS_KEY_ID,
    secretAccessKey: config.DOCUMENT_S3_SECRET_ACCESS_KEY,
  });
  return { drawn: store.below('drawn'), kept: store.below('kept'), close: store.close };
};
