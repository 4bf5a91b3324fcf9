import type * as S3 from '@aws-sdk/client-s3';
import { FreightError } from '@freight/contracts';
import type { ObjectStore } from '@freight/messaging';

export type S3Options = {
  bucket: string;
  region: string;
  /** An S3-compatible server; Amazon's own when undefined. */
  endpoint?: string | undefined;
  /** Both or neither; without them the client finds those of the machine or pod. */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
};

export type S3Store = {
  /** The objects whose keys begin with `<prefix>/`. */
  below: (prefix: string) => ObjectStore;
  close: () => void;
};

const connectTimeoutMs = 2_000;
const requestTimeoutMs = 10_000;
const tries = 3;

/** An existing bucket of an S3-speaking server. The client is loaded on first use: it is large, and most installations have none. */
export const openS3Store = (options: S3Options): S3Store => {
  let loading: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => (loading ??= connect(options));

  return {
    below: (prefix) => {
      const at = (key: string) => ({ Bucket: options.bucket, Key: `${prefix}/${key}` });
      return {
        put: (key, bytes) =>
          available(async () => {
            const { client, PutObjectCommand } = await load();
            await client.send(new PutObjectCommand({ ...at(key), Body: bytes }));
          }),
        get: (key) =>
          available(async () => {
            const { client, GetObjectCommand, NoSuchKey } = await load();
            try {
              const { Body: body } = await client.send(new GetObjectCommand(at(key)));
              return await body?.transformToByteArray();
            } catch (error) {
              if (error instanceof NoSuchKey) return undefined;
              throw error;
            }
          }),
        delete: (key) =>
          available(async () => {
            const { client, DeleteObjectCommand } = await load();
            await client.send(new DeleteObjectCommand(at(key)));
          }),
      };
    },
    close: () => {
      void loading?.then(({ client }) => client.destroy());
    },
  };
};

type Loaded = Pick<typeof S3, 'PutObjectCommand' | 'GetObjectCommand' | 'DeleteObjectCommand' | 'NoSuchKey'> & {
  client: S3.S3Client;
};

const connect = async ({ region, endpoint, accessKeyId, secretAccessKey }: S3Options): Promise<Loaded> => {
  const { S3Client: Client, ...commands } = await import('@aws-sdk/client-s3');
  const client = new Client({
    region,
    maxAttempts: tries,
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
    // Checksums that only Amazon's server knows are refused by others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  });
  return { ...commands, client };
};

/** Whatever the storage suffers from, a caller may try again soon. */
const available = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw new FreightError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause });
  }
};
