import type { Db } from '@freight/database';
import type { Tables } from '../tables.ts';

/** The table that was loaded last, without its places; undefined while the product's own is in use. */
export const findPincodeTable = (db: Db<Tables>) =>
  db
    .selectFrom('pincode_tables')
    .select(['id', 'source', 'created_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The places of a table, in the form of pincode-file.ts. */
export const getPlaces = async (db: Db<Tables>, id: number): Promise<string> =>
  (await db.selectFrom('pincode_tables').select('places').where('id', '=', id).executeTakeFirstOrThrow()).places;

/** A second run of one operation stores nothing more. */
export const insertPincodeTable = async (
  db: Db<Tables>,
  table: { source: string; places: string; operationId: string },
): Promise<void> => {
  await db
    .insertInto('pincode_tables')
    .values({ source: table.source, places: table.places, created_by_operation: table.operationId })
    .onConflict((conflict) => conflict.column('created_by_operation').doNothing())
    .execute();
};
