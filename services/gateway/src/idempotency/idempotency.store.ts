import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** One request under its key. */
export type Claim = {
  organizationId: string;
  keyHash: Uint8Array;
  fingerprint: Uint8Array;
  /** The operation id, if this is the first use of the key. */
  operationId: string;
  leaseId: string;
  leaseMs: number;
};

export type StoredReply = { status: number; contentType: string; body: Uint8Array; isSealed: boolean };

export type Claimed =
  | { outcome: 'run'; operationId: string }
  | { outcome: 'replay'; reply: StoredReply }
  | { outcome: 'running' }
  | { outcome: 'reused' };

type ClaimRow = {
  outcome: 'run' | 'replay' | 'running' | 'reused';
  operation_id: string;
  status: number | null;
  content_type: string | null;
  body: Uint8Array | null;
  is_sealed: boolean;
};

/** 24 hours, as the interface promises. */
const keepFor = '24 hours';

/**
 * Takes the key for one run, or says why not. A key is free when it is new, when its 24 hours are over, or when the run that held
 * it has let its lease run out; in the last case the operation id stays, so that the run after a crash finds what that one made.
 *
 * A row that another transaction inserts during this statement is seen by the insert but not by the select, so no row comes back;
 * the caller asks again. Hence undefined.
 */
export const claimKey = async (db: Kysely<Tables>, claim: Claim): Promise<Claimed | undefined> => {
  const { organizationId, keyHash, fingerprint, operationId, leaseId, leaseMs } = claim;
  const { rows } = await sql<ClaimRow>`
    with taken as (
      insert into idempotency_keys as k
        (organization_id, key_hash, fingerprint, operation_id, lease_id, leased_until, expires_at)
      values
        (${organizationId}, ${keyHash}, ${fingerprint}, ${operationId}, ${leaseId},
         now() + ${leaseMs}::integer * interval '1 millisecond', now() + ${keepFor}::interval)
      on conflict (organization_id, key_hash) do update set
        operation_id = case when k.expires_at <= now() then excluded.operation_id else k.operation_id end,
        expires_at = case when k.expires_at <= now() then excluded.expires_at else k.expires_at end,
        fingerprint = excluded.fingerprint,
        lease_id = excluded.lease_id,
        leased_until = excluded.leased_until,
        status = null, content_type = null, body = null, is_sealed = false
      where k.expires_at <= now()
         or (k.status is null and k.leased_until <= now() and k.fingerprint = excluded.fingerprint)
      returning k.operation_id
    )
    select 'run' as outcome, operation_id, null::smallint as status, null::text as content_type, null::bytea as body,
           false as is_sealed
      from taken
    union all
    select case when k.fingerprint <> ${fingerprint} then 'reused' when k.status is null then 'running' else 'replay' end,
           k.operation_id, k.status, k.content_type, k.body, k.is_sealed
      from idempotency_keys k
     where k.organization_id = ${organizationId} and k.key_hash = ${keyHash} and not exists (select from taken)
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.outcome === 'run') return { outcome: 'run', operationId: row.operation_id };
  if (row.outcome !== 'replay') return { outcome: row.outcome };
  const { status, content_type, body, is_sealed } = row;
  if (status === null || content_type === null || body === null) return { outcome: 'running' };
  return { outcome: 'replay', reply: { status, contentType: content_type, body, isSealed: is_sealed } };
};

type Lease = Pick<Claim, 'organizationId' | 'keyHash' | 'leaseId'>;

/** Keeps the answer, if the lease is still ours: a run that was given up must not overwrite the one after it. */
export const storeReply = async (db: Kysely<Tables>, lease: Lease, reply: StoredReply): Promise<void> => {
  await db
    .updateTable('idempotency_keys')
    .set({ status: reply.status, content_type: reply.contentType, body: reply.body, is_sealed: reply.isSealed })
    .where('organization_id', '=', lease.organizationId)
    .where('key_hash', '=', lease.keyHash)
    .where('lease_id', '=', lease.leaseId)
    .where('status', 'is', null)
    .execute();
};

/** Lets the next request with this key run at once, under the same operation id. */
export const releaseKey = async (db: Kysely<Tables>, lease: Lease): Promise<void> => {
  await db
    .updateTable('idempotency_keys')
    .set({ leased_until: sql<Date>`now()` })
    .where('organization_id', '=', lease.organizationId)
    .where('key_hash', '=', lease.keyHash)
    .where('lease_id', '=', lease.leaseId)
    .where('status', 'is', null)
    .execute();
};

/** Deletes up to `limit` keys whose 24 hours are over. Gives how many. */
export const pruneKeys = async (db: Kysely<Tables>, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys
     where ctid = any (array(select ctid from idempotency_keys where expires_at <= now() limit ${limit}::integer
                              for update skip locked))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
};
