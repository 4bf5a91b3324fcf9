import { type OutboxQuery, readOutboxOperation, type ServiceName } from '@freight/contracts';
import { type Implementation, implement } from '@freight/messaging';
import { type QueryExecutorProvider, sql } from 'kysely';

type NumberedRow = {
  position: number;
  eventId: string;
  subject: string;
  body: string;
  traceparent: string | null;
};

/** Bytes of bodies in one answer: half of what NATS carries by default. */
const maxAnswerBytes = 512 * 1024;

/** Answers `<service>.read-outbox`: the way in which a consumer gets what JetStream lost or never had. */
export const serveOutbox = <Deps extends { db: QueryExecutorProvider }>(service: ServiceName): Implementation<Deps> =>
  implement(readOutboxOperation(service), async (deps: Deps, _context, input) => {
    const { position, floor } = await rangeOf(deps.db);
    const events = await readRows(deps.db, input);
    const isComplete = events.length < input.limit;
    const fitting = withinBytes(events, input.bodies);
    return {
      head: position,
      floor,
      upTo: isComplete && fitting.length === events.length ? position : (fitting.at(-1)?.position ?? position),
      events: fitting.map(({ body, ...event }) => (input.bodies ? { ...event, body } : event)),
    };
  });

const rangeOf = async (db: QueryExecutorProvider): Promise<{ position: number; floor: number }> => {
  const { rows } = await sql<{ position: number; floor: number }>`
    select head.position, coalesce((select min(position) from outbox), head.position + 1) as floor
    from outbox_head head`.execute(db);
  return rows[0] ?? { position: 0, floor: 1 };
};

const readRows = async (
  db: QueryExecutorProvider,
  { afterPosition, limit, subjects, positions }: OutboxQuery,
): Promise<NumberedRow[]> => {
  const patterns = subjects?.map(subjectPattern) ?? null;
  const { rows } = await sql<NumberedRow>`
    select position, event_id as "eventId", subject, body, traceparent
    from outbox
    where position > ${afterPosition}
      and (${positions ?? null}::bigint[] is null or position = any(${positions ?? null}::bigint[]))
      and (${patterns}::text[] is null or subject ~ any(${patterns}::text[]))
    order by position
    limit ${limit}`.execute(db);
  return rows;
};

/** A NATS subject with wildcards as a regular expression: `*` is one token, `>` all that follow. */
const subjectPattern = (subject: string): string => {
  const tokens = subject.split('.').map((token) => {
    if (token === '*') return '[^.]+';
    if (token === '>') return '.+';
    return token.replaceAll(/[^\w-]/g, '\\$&');
  });
  return `^${tokens.join('\\.')}$`;
};

/** The first events that fit into one answer, at least one. */
const withinBytes = (events: readonly NumberedRow[], bodies: boolean): NumberedRow[] => {
  if (!bodies) return [...events];
  let bytes = 0;
  return events.filter(({ body }, index) => {
    bytes += Buffer.byteLength(body);
    return index === 0 || bytes <= maxAnswerBytes;
  });
};
