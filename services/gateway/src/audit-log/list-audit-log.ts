import { listAuditLog, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { listAuditRows } from './audit.store.ts';

export const listAuditLogHandler = implement(listAuditLog, async ({ db }: Deps, _context, input) => {
  const { from, to, ...filter } = input;
  const { rows, total } = await listAuditRows(db, {
    ...filter,
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : endOf(to),
  });
  const entries = rows.map((row) => ({
    id: row.id,
    actor: row.actor,
    operation: row.operation,
    organizationId: row.organization_id,
    requestId: row.request_id,
    before: row.before,
    after: row.after,
    createdAt: row.created_at.toISOString(),
  }));
  return toPage(entries, total, input);
});

const dayMs = 86_400_000;

/** `to` is included: a date means its whole day, an instant its own millisecond. */
const endOf = (to: string): Date => {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(to);
  return new Date(new Date(to).getTime() + (isDate ? dayMs : 1));
};
