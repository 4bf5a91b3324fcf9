import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { announce } from './announce.ts';
import type { Installation } from './installation.ts';

const tickMs = 20;

/** Commits events at a steady rate, whatever becomes of them; `organizationOf` says whose the next one is. */
export const announceSteadily = async (
  installation: Installation,
  { perSecond, seconds, organizationOf }: { perSecond: number; seconds: number; organizationOf: () => string },
): Promise<void> => {
  const startedAt = performance.now();
  let announced = 0;
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= seconds * 1_000) return;
    const due = Math.floor((elapsedMs / 1_000) * perSecond) - announced;
    if (due > 0) {
      await announce(installation, Array.from({ length: due }, organizationOf));
      announced += due;
    }
    await sleep(tickMs);
  }
};

/** Commits events as fast as they are acknowledged: never more than `outstanding` are on their way. */
export const announceAtCapacity = async (
  installation: Installation,
  { outstanding, seconds, organizationOf }: { outstanding: number; seconds: number; organizationOf: () => string },
): Promise<{ perSecond: number }> => {
  const before = await acknowledged(installation);
  const startedAt = performance.now();
  let announced = 0;
  let done = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    const room = Math.min(batch, outstanding - (announced - done));
    if (room > 0) {
      await announce(installation, Array.from({ length: room }, organizationOf));
      announced += room;
    } else {
      await sleep(tickMs);
    }
    done = (await acknowledged(installation)) - before;
  }
  return { perSecond: done / ((performance.now() - startedAt) / 1_000) };
};

const batch = 200;

/** Deliveries that were acknowledged and recorded, of all subscriptions. */
export const acknowledged = async ({ db }: Installation): Promise<number> => {
  const { rows } = await sql<{ sent: number }>`select sum(total_sent)::bigint as sent from subscriptions`.execute(db);
  return rows[0]?.sent ?? 0;
};

/** Waits until everything that was announced has been turned into deliveries and acknowledged. @throws Error after a minute */
export const drained = async ({ db, shipments }: Installation): Promise<void> => {
  const giveUpAt = performance.now() + drainPatienceMs;
  for (;;) {
    const { rows: announced } = await sql<{ n: number }>`select count(*) as n from outbox`.execute(shipments.db);
    const { rows: heard } = await sql<{ n: number }>`select count(*) as n from inbox`.execute(db);
    const { rows: pending } = await sql`select 1 from pending_deliveries limit 1`.execute(db);
    if (heard[0]?.n === announced[0]?.n && pending.length === 0) return;
    if (performance.now() > giveUpAt) throw new Error('not everything that was announced was delivered in time');
    await sleep(100);
  }
};

const drainPatienceMs = 60_000;
