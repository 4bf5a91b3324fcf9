import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningServer } from '../running-server.ts';
import { findProcesses, isRunning, sendSignal, worksIn } from '../supervisor/running-processes.ts';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { startPostgres } from './start-postgres.ts';

test('a commit survives kill -9 of the server, which is soon there again at the same address', async () => {
  const dataDirectory = await temporaryDirectory();
  const server = await start({ dataDirectory });
  await query(server, 'create table kept as select 42 as answer');
  const killed = server.pid() ?? 0;
  sendSignal(killed, 'SIGKILL');
  await expect
    .poll(() => query(server, 'select answer from kept').catch(String), { timeout: 10_000 })
    .toEqual([{ answer: 42 }]);
  expect(server.pid()).not.toBe(killed);
});

test('started again it has the same data, password and port', async () => {
  const dataDirectory = await temporaryDirectory();
  const first = await start({ dataDirectory });
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start({ dataDirectory });
  expect(second.url).toBe(first.url);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a lock file whose pid is a stranger by now does not stop the start', async () => {
  const dataDirectory = await temporaryDirectory();
  const first = await start({ dataDirectory });
  await first.stop();
  await writeFile(
    join(dataDirectory, 'cluster', 'postmaster.pid'),
    `${process.pid}\n/elsewhere\n0\n1\n\n\n0 0\nready\n`,
  );
  const second = await start({ dataDirectory });
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('acknowledged commits are flushed to disk, and only this machine with the password gets in', async () => {
  const dataDirectory = await temporaryDirectory();
  const server = await start({ dataDirectory });
  expect(
    await query(
      server,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('listen_addresses') as listen, current_setting('data_checksums') as checksums`,
    ),
  ).toEqual([{ fsync: 'on', commit: 'on', listen: '127.0.0.1', checksums: 'on' }]);
  expect((await stat(join(dataDirectory, 'password'))).mode & 0o777).toBe(0o600);
  const wrongPassword = new URL(server.url);
  wrongPassword.password = 'guess';
  await expect(query({ url: wrongPassword.href }, 'select 1')).rejects.toThrow('password authentication failed');
});

test('stop leaves no process, and of an ephemeral server no file', async () => {
  const server = await start({ ephemeral: true, settings: { max_connections: '7' } });
  const home = dirname(dirname(server.logFile));
  expect(
    await query(server, `select current_setting('fsync') as fsync, current_setting('max_connections') as max`),
  ).toEqual([{ fsync: 'off', max: '7' }]);
  const processes = await findProcesses((pid) => worksIn(pid, 'postgres', join(home, 'cluster')));
  expect(processes.length).toBeGreaterThan(1);
  await server.stop();
  expect((await Promise.all(processes.map(isRunning))).filter(Boolean)).toEqual([]);
  expect(existsSync(home)).toBe(false);
});

async function start(options: Parameters<typeof startPostgres>[0]): Promise<RunningServer> {
  const server = await startPostgres(options);
  onTestFinished(() => server.stop());
  return server;
}

async function query({ url }: { url: string }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  // A server that dies ends the connection; the query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
