import { setTimeout as delay } from 'node:timers/promises';
import { FreightError } from '@freight/contracts';
import { ErrorCode, NatsError, type ObjectStore as NatsObjectStore, StorageType } from 'nats';
import { type Bus, internalsOf } from './bus.ts';
import { toNanoseconds } from './jetstream-api.ts';
import type { ObjectBucket } from './object-buckets.ts';

/** Bytes by key. What it gives back is what was put last, or nothing: whoever needs more keeps another copy. */
export type ObjectStore = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined when there is no such object, or no longer. */
  get: (key: string) => Promise<Uint8Array | undefined>;
  /** Deleting what is not there is done. */
  delete: (key: string) => Promise<void>;
};

export type ObjectStoreOptions = {
  bucket: ObjectBucket;
  /** Objects older than this are gone; for ever when left out. Fixed when the bucket is first made. */
  keepMs?: number;
  /** Copies in a NATS cluster; 1 on a single server. */
  replicas?: number;
};

/** A whole object, of at most a few hundred kilobytes. */
const timeoutMs = 10_000;

/**
 * A bucket of the JetStream object store, made on first use, and again when it vanished with JetStream's disk: its objects are
 * then gone, and `get` says so.
 *
 * @throws FreightError SERVICE_UNAVAILABLE when JetStream does not answer in time
 *
 * @example const drawn = openObjectStore(bus, { bucket: 'shipments-drawn', keepMs: 7 * 24 * 3_600_000 });
 */
export const openObjectStore = (bus: Bus, { bucket, keepMs, replicas = 1 }: ObjectStoreOptions): ObjectStore => {
  let opened: Promise<NatsObjectStore> | undefined;

  const open = (): Promise<NatsObjectStore> => {
    // The check asks for the whole account's JetStream figures, which are none of a service's business.
    const client = internalsOf(bus).nc.jetstream({ checkAPI: false, timeout: timeoutMs });
    opened ??= client.views.os(bucket, {
      storage: StorageType.File,
      replicas,
      ...(keepMs === undefined ? {} : { ttl: toNanoseconds(keepMs) }),
    });
    return opened;
  };

  /** A bucket that was opened may have vanished since, and is then made anew, once. */
  const withBucket = async <T>(run: (store: NatsObjectStore) => Promise<T>): Promise<T> => {
    const wasOpen = opened !== undefined;
    try {
      return await run(await open());
    } catch (error) {
      opened = undefined;
      if (!wasOpen || !isVanished(error)) throw error;
      return await run(await open());
    }
  };

  return {
    put: (key, bytes) => inTime(withBucket((store) => store.putBlob({ name: nameOf(key) }, bytes)).then(() => {})),
    get: (key) =>
      inTime(
        withBucket(async (store) => {
          const found = await store.getBlob(nameOf(key));
          return found === null ? undefined : new Uint8Array(found);
        }),
      ),
    delete: (key) => inTime(withBucket((store) => store.delete(nameOf(key))).then(() => {})),
  };
};

/** The client throws on a name beyond Latin-1. */
const nameOf = encodeURI;

const isVanished = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === ErrorCode.NoResponders || error.code === '404');

/** The client waits for ever for the chunks of an object that is deleted while it is read. */
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const timer = new AbortController();
  try {
    return await Promise.race([work, delay(timeoutMs, undefined, { signal: timer.signal }).then(tooLate)]);
  } catch (cause) {
    if (cause instanceof FreightError) throw cause;
    throw new FreightError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause });
  } finally {
    timer.abort();
    // A loser of the race has nobody left to be told.
    work.catch(() => {});
  }
};

const tooLate = (): never => {
  throw new FreightError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause: new Error('object store timed out') });
};
