import { FreightError } from '@freight/contracts';
import type { Insertable, Kysely, Transaction, Updateable } from 'kysely';
import type { Tables } from '../tables.ts';
import { type OrganizationRow, organizationColumns } from './organization.row.ts';

export const getOrganizationRow = async (db: Kysely<Tables>, organizationId: string): Promise<OrganizationRow> => {
  const row = await db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND');
  return row;
};

export const lockOrganization = async (trx: Transaction<Tables>, organizationId: string): Promise<OrganizationRow> => {
  const row = await trx
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND');
  return row;
};

/** Inserts the organization; undefined when this operation has made one before. */
export const insertOrganization = (
  db: Kysely<Tables>,
  values: Insertable<Tables['organizations']>,
): Promise<OrganizationRow | undefined> =>
  db
    .insertInto('organizations')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(organizationColumns)
    .executeTakeFirst();

export const findOrganizationMadeBy = (db: Kysely<Tables>, operationId: string): Promise<OrganizationRow | undefined> =>
  db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('created_by_operation', '=', operationId)
    .executeTakeFirst();

export const updateOrganization = (
  trx: Transaction<Tables>,
  organizationId: string,
  patch: Updateable<Tables['organizations']>,
): Promise<OrganizationRow> =>
  trx
    .updateTable('organizations')
    .set(patch)
    .where('id', '=', organizationId)
    .returning(organizationColumns)
    .executeTakeFirstOrThrow();

/** One page, newest first, and the number of all that match. `search` is a part of the name or the email, or a whole id. */
export const listOrganizationRows = async (
  db: Kysely<Tables>,
  { page, limit, search }: { page: number; limit: number; search?: string | undefined },
): Promise<{ rows: OrganizationRow[]; total: number }> => {
  let matching = db.selectFrom('organizations');
  if (search !== undefined) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([where('name', 'ilike', pattern), where('contact_email', 'ilike', pattern), where('id', '=', search)]),
    );
  }
  const [rows, { total }] = await Promise.all([
    matching
      .select(organizationColumns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};
