import { FreightError } from '@freight/contracts';
import type { FileAnswer, ObjectStore } from '@freight/messaging';
import { isLastPiece, readPiece } from './pieces.ts';

/** A document as the storage has it, or should have it. */
export type StoredDocument = {
  contentType: string;
  fileName: string;
  store: ObjectStore;
  key: string;
  /** Puts it into the storage, for the first time or because it was lost there. */
  restore: () => Promise<unknown>;
};

/** Opening again after a loss may find another document: our label where the courier gives its own no more. */
const openings = 3;

/**
 * One piece of a document, from the storage if it is there; else the document is restored first, whatever it was lost with.
 *
 * @throws NOT_FOUND when it cannot be restored, or has no such piece
 */
export const answerPiece = async (open: () => Promise<StoredDocument>, number: number): Promise<FileAnswer> => {
  for (let opening = 1; opening <= openings; opening += 1) {
    const { store, key, contentType, fileName, restore } = await open();
    const bytes = await readPiece(store, key, number);
    if (bytes !== undefined) {
      return { contentType, fileName, bytes, next: isLastPiece(bytes) ? undefined : String(number + 1) };
    }
    await restore();
  }
  throw new FreightError('NOT_FOUND', { message: 'Document not found' });
};
