import type { Logger } from '@freight/telemetry';
import type { Pool, PoolClient } from 'pg';

/**
 * A lock that one process of all replicas holds, on the connection that holds it. A statement through it cannot run without the
 * lock: when the connection is lost, the server frees the lock and the statement fails.
 */
export type HeldLock = {
  isHeld: () => boolean;
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
};

export type SessionLocks = {
  /** Takes the lock if nobody has it; at once, without waiting. */
  tryLock: (name: string) => Promise<HeldLock | undefined>;
  /** Frees all locks. */
  close: () => void;
};

/**
 * Advisory locks of one process, all on one connection of the pool that is taken at the first need. A name belongs to the schema,
 * so services that share a database do not meet.
 */
export const createSessionLocks = (pool: Pool, log: Logger): SessionLocks => {
  let session: Promise<Session> | undefined;

  const open = async (): Promise<Session> => {
    const client = await pool.connect();
    const opened: Session = { client, run: oneAtATime(), locks: new Map(), isLost: false };
    client.on('error', (error) => {
      log.warn({ err: error }, 'connection with the session locks lost');
      lose(opened);
    });
    return opened;
  };

  const lose = (lost: Session): void => {
    if (lost.isLost) return;
    lost.isLost = true;
    session = undefined;
    lost.client.release(true);
  };

  return {
    tryLock: async (name) => {
      session ??= open();
      const current = await session.catch((error: unknown) => {
        session = undefined;
        throw error;
      });
      const known = current.locks.get(name);
      if (known !== undefined) return known;
      const { rows } = await current.run(() =>
        current.client.query<{ locked: boolean }>(
          "select pg_try_advisory_lock(hashtextextended(current_schema() || ':' || $1, 0)) as locked",
          [name],
        ),
      );
      if (rows[0]?.locked !== true) return undefined;
      const held = heldLock(current);
      current.locks.set(name, held);
      return held;
    },
    close: () => {
      void session?.then(lose, () => {});
    },
  };
};

type Session = { client: PoolClient; run: OneAtATime; locks: Map<string, HeldLock>; isLost: boolean };

type OneAtATime = <T>(statement: () => Promise<T>) => Promise<T>;

/** Loops and the relay share the connection, and a connection takes one statement at a time: pg refuses more from version 9 on. */
const oneAtATime = (): OneAtATime => {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const result = last.then(statement);
    last = result.catch(() => {});
    return result;
  };
};

const heldLock = (session: Session): HeldLock => ({
  isHeld: () => !session.isLost,
  query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
    const { rows } = await session.run(async () => {
      if (session.isLost) throw new Error('the lock was lost with its connection');
      return session.client.query<Row>(sql, [...values]);
    });
    return rows;
  },
});
