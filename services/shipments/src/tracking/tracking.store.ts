import { createHash } from 'node:crypto';
import { type CourierCode, newId } from '@freight/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type CourierPushesTable, type ShipmentRow, shipmentColumns, type Tables } from '../tables.ts';

/** Which of these fingerprints the timeline has already. */
export const findKnownScans = async (
  db: Kysely<Tables>,
  organizationId: string,
  shipmentId: string,
  fingerprints: string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('tracking_events')
    .select('fingerprint')
    .where('organization_id', '=', organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('fingerprint', '=', sql<string>`any(${fingerprints})`)
    .execute();
  return new Set(rows.map((row) => row.fingerprint));
};

/** Keeps a push as it came; the same bytes of the same courier are one push, however often they arrive. */
export const insertPush = async (
  db: Kysely<Tables>,
  push: { courier: CourierCode; body: Buffer; deadBecause?: string },
): Promise<void> => {
  await db
    .insertInto('courier_pushes')
    .values({
      id: newId('operation'),
      courier: push.courier,
      fingerprint: createHash('sha256').update(push.courier).update(push.body).digest('base64url'),
      body: push.body,
      ...(push.deadBecause === undefined ? {} : { status: 'DEAD' as const }),
      reason: push.deadBecause ?? null,
      applied_at: null,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute();
};

export type DuePush = Pick<Selectable<CourierPushesTable>, 'id' | 'courier' | 'body' | 'tries'>;

/** Takes pushes to apply; a replica that dies with them gives them up when the lease ends. */
export const claimPushes = async (
  db: Kysely<Tables>,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<DuePush[]> => {
  const { rows } = await sql<DuePush>`
    update courier_pushes as push
    set due_at = now() + ${leaseMs} * interval '1 millisecond', tries = tries + 1
    from (
      select id from courier_pushes
      where status = 'DUE' and due_at <= now()
      order by received_at
      limit ${limit}
      for update skip locked
    ) as due
    where push.id = due.id
    returning push.id, push.courier, push.body, push.tries
  `.execute(db);
  return rows;
};

export const settlePush = async (
  db: Kysely<Tables>,
  id: string,
  outcome:
    | { status: 'APPLIED' }
    | { status: 'DEAD'; reason: string }
    | { status: 'DUE'; reason: string; afterMs: number },
): Promise<void> => {
  await db
    .updateTable('courier_pushes')
    .set({
      status: outcome.status,
      reason: 'reason' in outcome ? outcome.reason : null,
      ...(outcome.status === 'APPLIED' ? { applied_at: sql`now()` } : {}),
      ...('afterMs' in outcome ? { due_at: sql`now() + ${outcome.afterMs} * interval '1 millisecond'` } : {}),
    })
    .where('id', '=', id)
    .execute();
};

/**
 * Takes shipments whose turn to be asked for has come, all of one courier and one tenant kind at a time so that one bulk call
 * serves them; the next turn is set at once, so a replica that dies costs one turn.
 */
export const claimDueForTracking = async (
  db: Kysely<Tables>,
  { limit, everyMs }: { limit: number; everyMs: number },
): Promise<ShipmentRow[]> => {
  const { rows } = await sql<ShipmentRow>`
    update shipments as shipment
    set tracking_due_at = now() + ${everyMs} * (0.9 + random() * 0.2) * interval '1 millisecond'
    from (
      select organization_id, id from shipments
      where tracking_due_at <= now()
      order by tracking_due_at
      limit ${limit}
      for update skip locked
    ) as due
    where shipment.organization_id = due.organization_id and shipment.id = due.id
    returning ${sql.join(shipmentColumns.map((column) => sql.ref(`shipment.${column}`)))}
  `.execute(db);
  return rows;
};

/** Makes it this shipment's turn to be asked for. */
export const askSoon = async (db: Kysely<Tables>, shipment: ShipmentRow): Promise<void> => {
  await db
    .updateTable('shipments')
    .set({ tracking_due_at: sql<Date>`now()` })
    .where('organization_id', '=', shipment.organization_id)
    .where('id', '=', shipment.id)
    .execute();
};
