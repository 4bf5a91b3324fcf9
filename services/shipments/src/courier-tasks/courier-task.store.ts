import { newId } from '@freight/contracts';
import { type Kysely, sql } from 'kysely';
import type { CourierTaskRow, Tables } from '../tables.ts';

export type DueTask = Pick<
  CourierTaskRow,
  'organization_id' | 'id' | 'kind' | 'shipment_id' | 'courier' | 'awb_number' | 'tries'
>;

/** Takes tasks to do; a replica that dies with them gives them up when the lease ends. */
export const claimCourierTasks = async (
  db: Kysely<Tables>,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<DueTask[]> => {
  const { rows } = await sql<DueTask>`
    update courier_tasks as task
    set due_at = now() + ${leaseMs} * interval '1 millisecond', tries = tries + 1
    from (
      select organization_id, id from courier_tasks
      where status = 'DUE' and due_at <= now()
      order by due_at
      limit ${limit}
      for update skip locked
    ) as due
    where task.organization_id = due.organization_id and task.id = due.id
    returning task.organization_id, task.id, task.kind, task.shipment_id, task.courier, task.awb_number, task.tries
  `.execute(db);
  return rows;
};

/** Which task: a courier is told one thing of one consignment once. */
export type TaskKey = Pick<CourierTaskRow, 'organization_id' | 'kind' | 'courier' | 'awb_number'>;

/** Queues the cancellation of a consignment that no status change cancels; once, however often it is found. */
export const insertCancelTask = async (
  db: Kysely<Tables>,
  task: Pick<CourierTaskRow, 'organization_id' | 'shipment_id' | 'courier' | 'awb_number'>,
): Promise<void> => {
  await db
    .insertInto('courier_tasks')
    .values({ ...task, id: newId('operation'), kind: 'CANCEL', last_error: null, settled_at: null })
    .onConflict((conflict) => conflict.constraint('courier_tasks_once').doNothing())
    .execute();
};

export const findCourierTask = (
  db: Kysely<Tables>,
  task: TaskKey,
): Promise<Pick<CourierTaskRow, 'status' | 'last_error'> | undefined> =>
  db
    .selectFrom('courier_tasks')
    .select(['status', 'last_error'])
    .where('organization_id', '=', task.organization_id)
    .where('kind', '=', task.kind)
    .where('courier', '=', task.courier)
    .where('awb_number', '=', task.awb_number)
    .executeTakeFirst();

/** Takes the one task of this kind and AWB, if nobody is at it; the request that made it does it at once. */
export const claimTaskOf = async (db: Kysely<Tables>, task: TaskKey, leaseMs: number): Promise<DueTask | undefined> => {
  const { rows } = await sql<DueTask>`
    update courier_tasks
    set due_at = now() + ${leaseMs} * interval '1 millisecond', tries = tries + 1
    where organization_id = ${task.organization_id}
      and kind = ${task.kind}
      and courier = ${task.courier}
      and awb_number = ${task.awb_number}
      and status = 'DUE'
      and due_at <= now()
    returning organization_id, id, kind, shipment_id, courier, awb_number, tries
  `.execute(db);
  return rows[0];
};

export const settleCourierTask = async (
  db: Kysely<Tables>,
  { organization_id: organizationId, id }: DueTask,
  outcome:
    | { status: 'DONE' }
    | { status: 'GIVEN_UP'; error: string }
    | { status: 'DUE'; error: string; afterMs: number },
): Promise<void> => {
  await db
    .updateTable('courier_tasks')
    .set({
      status: outcome.status,
      last_error: 'error' in outcome ? outcome.error : null,
      ...('afterMs' in outcome
        ? { due_at: sql<Date>`now() + ${outcome.afterMs} * interval '1 millisecond'` }
        : { settled_at: sql<Date>`now()` }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
};
