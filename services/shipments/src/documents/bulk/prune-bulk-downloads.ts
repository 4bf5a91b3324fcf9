import type { Deps } from '../../deps.ts';
import { deletePieces } from '../pieces.ts';
import { bulkKey, deleteExpiredBulkDownloads } from './bulk-download.store.ts';

const batch = 20;

/** Deletes files whose links have ended. The row goes first: a file that is left behind by a crash ends with the age of its bucket. */
export const pruneBulkDownloads = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> => {
  for (;;) {
    const expired = await deleteExpiredBulkDownloads(db, batch);
    for (const download of expired) await deletePieces(storage.drawn, bulkKey(download));
    if (expired.length < batch) return;
  }
};
