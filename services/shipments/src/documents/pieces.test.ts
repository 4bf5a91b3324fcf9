import { createHash } from 'node:crypto';
import type { ObjectStore } from '@freight/messaging';
import { expect, test } from 'vitest';
import { deletePieces, isLastPiece, keepPieces, pieceBytes, readPiece, readWhole } from './pieces.ts';

const memoryStore = () => {
  const objects = new Map<string, Uint8Array>();
  const store: ObjectStore = {
    put: async (key, bytes) => void objects.set(key, Uint8Array.from(bytes)),
    get: async (key) => objects.get(key),
    delete: async (key) => void objects.delete(key),
  };
  return { store, objects };
};

/** No piece is like another, and comparing is the digest's work: the assertion library needs seconds for a mebibyte. */
const documentOf = (length: number): Buffer => Buffer.alloc(length, 'pieces of a document, ');
const digestOf = (bytes: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(bytes ?? 'none')
    .digest('hex');

function* inChunksOf(document: Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  for (let at = 0; at < document.length; at += chunkBytes) yield document.subarray(at, at + chunkBytes);
}

test.each([
  [0, 1_000, 1],
  [1, 1_000, 1],
  [pieceBytes - 1, 70_000, 1],
  [pieceBytes, 70_000, 2],
  [pieceBytes + 1, pieceBytes + 1, 2],
  [3 * pieceBytes + 5, 2 * pieceBytes + 3, 4],
  [2 * pieceBytes, pieceBytes, 3],
])(
  'a document of %d bytes that comes in chunks of %d is %d pieces, the last one shorter',
  async (length, chunk, count) => {
    const { store, objects } = memoryStore();
    const document = documentOf(length);
    expect(await keepPieces(store, 'key', inChunksOf(document, chunk))).toBe(length);
    expect([...objects.values()].map(isLastPiece)).toEqual([...Array<boolean>(count - 1).fill(false), true]);
    expect(digestOf(await readWhole(store, 'key'))).toBe(digestOf(document));
  },
);

test('a document that lost a piece is not there as a whole, and its other pieces are', async () => {
  const { store, objects } = memoryStore();
  await keepPieces(store, 'key', [documentOf(2 * pieceBytes)]);
  objects.delete('key/1');
  expect(await readWhole(store, 'key')).toBeUndefined();
  expect(await readPiece(store, 'key', 0)).toHaveLength(pieceBytes);
});

test('deleting a document leaves none of its pieces', async () => {
  const { store, objects } = memoryStore();
  for (const length of [0, 1, pieceBytes, 3 * pieceBytes + 5]) {
    await keepPieces(store, 'key', [documentOf(length)]);
    await deletePieces(store, 'key');
    expect(objects.size).toBe(0);
  }
});
