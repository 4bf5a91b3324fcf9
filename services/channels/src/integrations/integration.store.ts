import { FreightError } from '@freight/contracts';
import type { Db } from '@freight/database';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tables } from '../tables.ts';

export type IntegrationRow = Omit<Selectable<Tables['integrations']>, 'organization_id' | 'created_by_operation'>;

const columns = [
  'id',
  'name',
  'type',
  'store_url',
  'is_active',
  'auto_create_shipments',
  'default_pickup_address_id',
  'default_payment_mode',
  'default_weight_grams',
  'initial_sync_days',
  'last_sync_at',
  'last_error',
  'created_at',
  'updated_at',
] as const;

/** Newest first. An operator connects stores one by one, so the list needs no pages. */
export const listIntegrations = (db: Db<Tables>, organizationId: string): Promise<IntegrationRow[]> =>
  db
    .selectFrom('integrations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxIntegrations)
    .execute();

const maxIntegrations = 1_000;

/** @throws FreightError NOT_FOUND, for another organization's integration too */
export const getIntegration = (db: Db<Tables>, organizationId: string, id: string): Promise<IntegrationRow> =>
  db
    .selectFrom('integrations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new FreightError('NOT_FOUND'));

type NewIntegration = Pick<
  Insertable<Tables['integrations']>,
  'id' | 'created_by_operation' | 'name' | 'type' | 'store_url'
>;

/** Inserts an integration, or gives the one that an earlier run of the same operation inserted. */
export const insertIntegration = async (
  db: Db<Tables>,
  organizationId: string,
  fresh: NewIntegration,
): Promise<IntegrationRow> => {
  const inserted = await db
    .insertInto('integrations')
    .values({ organization_id: organizationId, ...fresh })
    .onConflict((conflict) => conflict.constraint('integrations_one_per_operation').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (inserted !== undefined) return inserted;
  return db
    .selectFrom('integrations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', fresh.created_by_operation)
    .executeTakeFirstOrThrow();
};

export type IntegrationChange = Updateable<
  Pick<
    Tables['integrations'],
    | 'auto_create_shipments'
    | 'default_pickup_address_id'
    | 'default_payment_mode'
    | 'default_weight_grams'
    | 'initial_sync_days'
  >
>;

/** @throws FreightError NOT_FOUND, for another organization's integration too */
export const updateIntegration = (
  db: Db<Tables>,
  organizationId: string,
  id: string,
  change: IntegrationChange,
): Promise<IntegrationRow> =>
  db
    .updateTable('integrations')
    .set({ ...change, updated_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(() => new FreightError('NOT_FOUND'));
