import { type Bus, connectBus } from '@freight/messaging';
import { createLogger } from '@freight/telemetry';
import { testNatsUrl } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentStorageVariables } from './document-storage.config.ts';
import { type DocumentStorage, openDocumentStorage } from './document-storage.ts';
import { startS3Server } from './s3-server.fixture.ts';
import { openS3Store } from './s3-store.ts';

let bus: Bus;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  const log = createLogger({ service: 'tests', level: 'silent' });
  [bus, s3] = await Promise.all([
    testNatsUrl().then((servers) => connectBus({ servers, service: 'tests', log })),
    startS3Server('freight-documents'),
  ]);
});
afterAll(async () => {
  await bus.close();
  await s3.stop();
});

const configOf = (variables: Record<string, string>) => z.object(documentStorageVariables).parse(variables);
const s3Variables = () => ({
  DOCUMENT_S3_BUCKET: 'freight-documents',
  DOCUMENT_S3_ENDPOINT: s3.endpoint,
  DOCUMENT_S3_ACCESS_KEY_ID: s3.accessKeyId,
  DOCUMENT_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

describe.each([
  ['the JetStream object store', () => openDocumentStorage(bus, configOf({}))],
  ['an S3 server', () => openDocumentStorage(bus, configOf(s3Variables()))],
])('documents in %s', (_name, open) => {
  let storage: DocumentStorage;
  beforeAll(() => {
    storage = open();
  });
  afterAll(() => storage.close());

  test.each([0, 1, 512 * 1_024])('come back as they were put, %d bytes', async (length) => {
    const bytes = Buffer.alloc(length, 'document ');
    await storage.drawn.put('org_1/label/1', bytes);
    expect(bytes.equals((await storage.drawn.get('org_1/label/1')) ?? Buffer.from('none'))).toBe(true);
  });

  test('are replaced by what is put last', async () => {
    await storage.kept.put('twice', new Uint8Array([1]));
    await storage.kept.put('twice', new Uint8Array([2, 3]));
    expect(await storage.kept.get('twice')).toEqual(new Uint8Array([2, 3]));
  });

  test('are gone when deleted, and one that never was is not there', async () => {
    await storage.kept.put('gone', new Uint8Array([1]));
    await storage.kept.delete('gone');
    await storage.kept.delete('gone');
    expect(await storage.kept.get('gone')).toBeUndefined();
    expect(await storage.kept.get('never')).toBeUndefined();
  });

  test('that we drew and documents that we were given do not meet under one key', async () => {
    await storage.drawn.put('same', new Uint8Array([1]));
    await storage.kept.put('same', new Uint8Array([2]));
    expect(await storage.drawn.get('same')).toEqual(new Uint8Array([1]));
  });
});

describe('S3', () => {
  const options = () => ({
    bucket: 'freight-documents',
    region: 'us-east-1',
    endpoint: s3.endpoint,
    accessKeyId: s3.accessKeyId,
    secretAccessKey: s3.secretAccessKey,
  });

  test.each([
    ['with another secret', { secretAccessKey: 'wrong' }],
    ['in a bucket that is not there', { bucket: 'nobody' }],
    ['where nobody listens', { endpoint: 'http://127.0.0.1:9' }],
  ])('%s is unavailable, never empty', async (_name, wrong) => {
    const store = openS3Store({ ...options(), ...wrong });
    await expect(store.below('drawn').put('key', new Uint8Array([1]))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(store.below('drawn').get('key')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    store.close();
  });
});
