// Reserve + post a second on one wallet and on 1,000, beside pgbench on the same server in the same run: with the very statements
// that billing sends (what Node costs), and with a plain ledger that a bench would write by hand (what the proof costs: no hash
// chain, no digest, no once-only facts). The three take turns.
// node services/billing/src/bench/ledger.ts [--rounds 3] [--seconds 3] [--clients 8]; pgbench is part of PostgreSQL.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { migrate, openDatabase } from '@freight/database';
import { startPostgres } from '@freight/local-stack';
import { sql } from 'kysely';
import { insertHold, postHold } from '../reservation/reservation.store.ts';
import type { Tables } from '../tables.ts';
import { anyAttempt, anyOrganization, pgbenchScript } from './setting/pgbench-script.ts';
import { plainScript, plainTables } from './setting/plain-ledger.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const run = promisify(execFile);

const role = { name: 'billing', password: 'bench' };
const price = { freightPaise: 70, codPaise: 10, vasPaise: 5, gstPaise: 15, totalPaise: 100, rtoPaise: 90 };

/** The same two statements for the service and, caught, for pgbench. */
const reserveAndPost = async (db: Parameters<typeof insertHold>[0], organizationId: string, attemptId: string) => {
  const reason = { carrierId: 'delhivery-surface', rateCardVersion: 'standard@1', zone: 'METRO', price };
  const words = { shipmentId: `shp_${attemptId}`, orderReferenceNumber: 'ORD-1', description: 'Booking of ORD-1' };
  await insertHold(db, organizationId, { attemptId, price, ...words, reason });
  await postHold(db, organizationId, { attemptId, awbNumber: `AWB${attemptId}` });
};

// Thrown away afterwards, but as durable as in production meanwhile: a ledger that may forget is not what is measured.
const postgres = await startPostgres({
  ephemeral: true,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
});
const directory = await mkdtemp(join(tmpdir(), 'freight-bench-'));
try {
  await migrate({
    adminUrl: postgres.url,
    schema: 'billing',
    role,
    directory: fileURLToPath(new URL('../../migrations', import.meta.url)),
  });
  const url = Object.assign(new URL(postgres.url), { username: role.name, password: role.password }).toString();
  const { db, close } = openDatabase<Tables>({ url, schema: 'billing', poolSize: clients, applicationName: 'bench' });
  const admin = openDatabase<Tables>({ url: postgres.url, schema: 'billing', poolSize: 1, applicationName: 'bench' });

  const ours = async (wallets: number): Promise<number> => {
    const startedAt = performance.now();
    let done = 0;
    const client = async (): Promise<void> => {
      while (performance.now() - startedAt < seconds * 1_000) {
        await reserveAndPost(db, `org_${1 + Math.floor(Math.random() * wallets)}`, randomUUID());
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return done / ((performance.now() - startedAt) / 1_000);
  };

  const pgbench = async (name: string, script: string): Promise<number> => {
    const file = join(directory, `${name}.sql`);
    await writeFile(file, script);
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file];
    const env = { ...process.env, PGOPTIONS: '-c search_path=billing' };
    const { stdout } = await run('pgbench', [...options, url], { env });
    const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    if (tps === undefined) throw new Error(`pgbench said no tps: ${stdout}`);
    return Number(tps);
  };

  await sql.raw(plainTables(role.name)).execute(admin.db);
  for (const wallets of [1, 1_000]) {
    await openWallets(wallets);
    const same = await pgbenchScript(wallets, (caught) => reserveAndPost(caught, anyOrganization, anyAttempt));
    // On empty tables PostgreSQL plans for empty tables; in an installation autovacuum looks after that within its first minute.
    await Promise.all([ours(wallets), pgbench('plain', plainScript(wallets))]);
    await sql`analyze`.execute(admin.db);
    const measured: { ours: number; same: number; plain: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({
        ours: await ours(wallets),
        same: await pgbench('same', same),
        plain: await pgbench('plain', plainScript(wallets)),
      });
    }
    const middle = (side: 'ours' | 'same' | 'plain') =>
      measured.map((round) => round[side]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    const ratio = (side: 'same' | 'plain') => (middle('ours') / middle(side)).toFixed(2);
    console.log(
      `${String(wallets).padStart(5)} wallet(s)  reserve+post ${middle('ours').toFixed(0)}/s` +
        `   pgbench, same statements ${middle('same').toFixed(0)}/s (ratio ${ratio('same')})` +
        `   pgbench, plain ledger ${middle('plain').toFixed(0)}/s (ratio ${ratio('plain')})`,
    );
  }
  await Promise.all([close(), admin.close()]);

  async function openWallets(count: number): Promise<void> {
    await sql`
      insert into wallets (organization_id, id, type, cod_delay_days, cod_payout_weekdays)
      select 'org_' || n, 'wal_' || n, 'POSTPAID', 2, '{MONDAY}' from generate_series(1, ${count}::integer) n
      on conflict do nothing`.execute(db);
    await sql`
      insert into accounts (organization_id, account) select 'org_' || n, 'wallet' from generate_series(1, ${count}::integer) n
      on conflict do nothing`.execute(db);
    await sql`update accounts set credit_limit_paise = 1000000000000 where account = 'wallet'`.execute(db);
    await sql`insert into plain_accounts select n, a, 0, 0 from generate_series(1, ${count}::integer) n,
      unnest(array['wallet', 'freight', 'cod', 'vas', 'gst']) a on conflict do nothing`.execute(admin.db);
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
