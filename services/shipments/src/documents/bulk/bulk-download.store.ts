import { FreightError } from '@freight/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { BulkDownloadRow } from '../document.tables.ts';

export const bulkKey = ({ organizationId, id }: { organizationId: string; id: string }): string =>
  `bulk/${organizationId}/${id}`;

const columns = [
  'organization_id',
  'id',
  'created_by_operation',
  'kind',
  'shipment_ids',
  'skipped',
  'expires_at',
  'created_at',
] as const;

export const findBulkDownloadMadeBy = (
  db: Kysely<Tables>,
  organizationId: string,
  operationId: string,
): Promise<BulkDownloadRow | undefined> =>
  db
    .selectFrom('bulk_downloads')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', operationId)
    .executeTakeFirst();

/** @throws NOT_FOUND */
export const getBulkDownload = async (
  db: Kysely<Tables>,
  organizationId: string,
  id: string,
): Promise<BulkDownloadRow> => {
  const row = await db
    .selectFrom('bulk_downloads')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'Document not found or link expired' });
  return row;
};

/** The row of this operation: the new one, or the one that another run of the same request wrote first. */
export const insertBulkDownload = async (
  db: Kysely<Tables>,
  row: Omit<BulkDownloadRow, 'created_at'>,
): Promise<BulkDownloadRow> =>
  db
    .insertInto('bulk_downloads')
    .values({ ...row, skipped: JSON.stringify(row.skipped) })
    .onConflict((conflict) =>
      // An update that changes nothing, so that the row comes back whoever wrote it.
      conflict.constraint('bulk_downloads_operation_once').doUpdateSet({ id: sql.ref('bulk_downloads.id') }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Takes downloads whose links ended an hour ago or more out of the table. */
export const deleteExpiredBulkDownloads = async (
  db: Kysely<Tables>,
  limit: number,
): Promise<{ organizationId: string; id: string }[]> => {
  const { rows } = await sql<{ organizationId: string; id: string }>`
    delete from bulk_downloads
    using (
      select organization_id, id from bulk_downloads
      where expires_at < now() - interval '1 hour'
      order by expires_at
      limit ${limit}
      for update skip locked
    ) as expired
    where bulk_downloads.organization_id = expired.organization_id and bulk_downloads.id = expired.id
    returning bulk_downloads.organization_id as "organizationId", bulk_downloads.id
  `.execute(db);
  return rows;
};
