import type { ObjectStore } from '@freight/messaging';

/** Bytes of one piece, and of one message on the bus, which carries a mebibyte by default. */
export const pieceBytes = 512 * 1_024;

/**
 * Keeps a document as numbered pieces, each an object of its own, so that neither writing nor reading ever holds more than one.
 * The last piece is the one that is shorter than the others, if need be an empty one.
 *
 * @returns the length of the document in bytes
 */
export const keepPieces = async (
  store: ObjectStore,
  key: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> => {
  let number = 0;
  let byteCount = 0;
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    byteCount += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < pieceBytes) continue;
      await store.put(pieceKey(key, number), piece);
      number += 1;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  await store.put(pieceKey(key, number), piece.subarray(0, filled));
  return byteCount;
};

/** One piece of a document, counted from 0; undefined when the storage has none of that number. */
export const readPiece = (store: ObjectStore, key: string, number: number): Promise<Uint8Array | undefined> =>
  store.get(pieceKey(key, number));

export const isLastPiece = (piece: Uint8Array): boolean => piece.length < pieceBytes;

/** All pieces as they come; undefined when the storage lacks one. For documents known to be small. */
export const readWhole = async (store: ObjectStore, key: string): Promise<Uint8Array | undefined> => {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = await readPiece(store, key, pieces.length);
    if (piece === undefined) return undefined;
    pieces.push(piece);
    if (isLastPiece(piece)) return Buffer.concat(pieces);
  }
};

/** Deletes a document: piece by piece, up to the first that is the last or is not there. */
export const deletePieces = async (store: ObjectStore, key: string): Promise<void> => {
  for (let number = 0; ; number += 1) {
    const piece = await readPiece(store, key, number);
    if (piece === undefined) return;
    await store.delete(pieceKey(key, number));
    if (isLastPiece(piece)) return;
  }
};

const pieceKey = (key: string, number: number): string => `${key}/${number}`;
