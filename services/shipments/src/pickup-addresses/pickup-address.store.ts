import { type Address, FreightError, newId, type SavedAddress } from '@freight/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** @throws PICKUP_ADDRESS_UNKNOWN, also for another organization's address */
export const getPickupAddress = async (db: Kysely<Tables>, organizationId: string, id: string): Promise<Address> => {
  const saved = await db
    .selectFrom('pickup_addresses')
    .select('address')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (saved === undefined) throw new FreightError('PICKUP_ADDRESS_UNKNOWN');
  return saved.address;
};

export const listSavedAddresses = async (db: Kysely<Tables>, organizationId: string): Promise<SavedAddress[]> => {
  const rows = await db
    .selectFrom('pickup_addresses')
    .select(['id', 'address', 'is_default', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .limit(maxAddresses)
    .execute();
  return rows.map(toSavedAddress);
};

/** An organization with more warehouses than this has a system of its own for them. */
const maxAddresses = 1_000;

/**
 * Saves an address; the organization's first one becomes its default. The same request again gives the same address. The row
 * lock that the unique default index takes lets only one of two simultaneous first addresses be the default.
 */
export const insertSavedAddress = async (
  db: Kysely<Tables>,
  organizationId: string,
  operationId: string,
  address: Address,
): Promise<SavedAddress> => {
  const insert = (isDefault: boolean) =>
    sql<SavedAddressRow>`
    insert into pickup_addresses (organization_id, id, created_by_operation, address, is_default)
    select ${organizationId}, ${newId('address')}, ${operationId}, ${JSON.stringify(address)}::jsonb,
      ${isDefault} and not exists (select 1 from pickup_addresses where organization_id = ${organizationId} and is_default)
    on conflict do nothing
    returning id, address, is_default, created_at
  `.execute(db);

  const inserted = (await insert(true)).rows[0] ?? (await insert(false)).rows[0];
  if (inserted !== undefined) return toSavedAddress(inserted);
  const earlier = await db
    .selectFrom('pickup_addresses')
    .select(['id', 'address', 'is_default', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', operationId)
    .executeTakeFirstOrThrow();
  return toSavedAddress(earlier);
};

/** @throws NOT_FOUND */
export const deleteSavedAddress = async (db: Kysely<Tables>, organizationId: string, id: string): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('pickup_addresses')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new FreightError('NOT_FOUND', { message: 'Pickup address not found' });
};

type SavedAddressRow = { id: string; address: Address; is_default: boolean; created_at: Date };

const toSavedAddress = (row: SavedAddressRow): SavedAddress => ({
  ...row.address,
  id: row.id,
  isDefault: row.is_default,
  createdAt: row.created_at.toISOString(),
});
