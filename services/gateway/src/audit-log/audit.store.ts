import { type Actor, newId, type SystemContext } from '@freight/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { redact } from './redact.ts';

export type AuditEntry = {
  operation: string;
  organizationId: string | null;
  before: unknown;
  after: unknown;
};

/** Writes one entry, with secrets cut out; in the transaction of the change it tells of. Gives the entry's id. */
export const audit = async (
  db: Kysely<Tables>,
  { actor, requestId }: Pick<SystemContext, 'actor' | 'requestId'>,
  { operation, organizationId, before, after }: AuditEntry,
): Promise<string> => {
  const id = newId('auditEntry');
  await db
    .insertInto('audit_entries')
    .values({
      id,
      actor: actorName(actor),
      operation,
      organization_id: organizationId,
      request_id: requestId,
      before: toJson(before),
      after: toJson(after),
    })
    .execute();
  return id;
};

/** What came of a change that another service made: the second half of an entry. */
export const auditOutcome = async (db: Kysely<Tables>, entryId: string, after: unknown): Promise<void> => {
  await db
    .insertInto('audit_outcomes')
    .values({ entry_id: entryId, after: toJson(after) })
    .execute();
};

export type AuditFilter = {
  page: number;
  limit: number;
  organizationId?: string | undefined;
  from?: Date | undefined;
  /** Not included. */
  until?: Date | undefined;
};

export type AuditRow = {
  id: string;
  actor: string;
  operation: string;
  organization_id: string | null;
  request_id: string;
  before: unknown;
  after: unknown;
  created_at: Date;
};

/** One page, newest first, and the number of all that match. */
export const listAuditRows = async (
  db: Kysely<Tables>,
  { page, limit, organizationId, from, until }: AuditFilter,
): Promise<{ rows: AuditRow[]; total: number }> => {
  let matching = db.selectFrom('audit_entries as e');
  if (organizationId !== undefined) matching = matching.where('e.organization_id', '=', organizationId);
  if (from !== undefined) matching = matching.where('e.created_at', '>=', from);
  if (until !== undefined) matching = matching.where('e.created_at', '<', until);
  const [rows, { total }] = await Promise.all([
    matching
      .leftJoin('audit_outcomes as o', 'o.entry_id', 'e.id')
      .select(['e.id', 'e.actor', 'e.operation', 'e.organization_id', 'e.request_id', 'e.before', 'e.created_at'])
      .select(sql<unknown>`coalesce(o.after, e.after)`.as('after'))
      .orderBy('e.created_at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};

/** `api-key:key_01…`, `operator:operator`, `service:billing`. */
const actorName = (actor: Actor): string => ('id' in actor ? `${actor.type}:${actor.id}` : actor.type);

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(redact(value)));
