import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect, StorageType } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning, sendSignal } from '../supervisor/running-processes.ts';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { type RunningNats, startNats } from './start-nats.ts';

test('an acknowledged message survives kill -9 of the server, which is soon there again at the same address', async () => {
  const server = await start({ dataDirectory: await temporaryDirectory() });
  await using client = await clientOf(server);
  const streams = await client.connection.jetstreamManager();
  await streams.streams.add({ name: 'KEPT', subjects: ['kept.>'], storage: StorageType.File });
  await client.connection.jetstream().publish('kept.one', 'hello');
  const killed = server.pid() ?? 0;
  sendSignal(killed, 'SIGKILL');
  const messages = async () => (await streams.streams.info('KEPT')).state.messages;
  await expect.poll(() => (server.pid() === killed ? 0 : messages().catch(String)), { timeout: 10_000 }).toBe(1);
});

test('started again it has the same address and the same streams', async () => {
  const dataDirectory = await temporaryDirectory();
  const first = await start({ dataDirectory });
  await using client = await clientOf(first);
  await (await client.connection.jetstreamManager()).streams.add({ name: 'KEPT', subjects: ['kept.>'] });
  await first.stop();
  const second = await start({ dataDirectory });
  expect([second.url, second.monitoringUrl]).toEqual([first.url, first.monitoringUrl]);
  await using again = await clientOf(second);
  expect((await (await again.connection.jetstreamManager()).streams.info('KEPT')).config.name).toBe('KEPT');
});

test('every message is flushed before it is acknowledged, up to 8 MiB each, and the store has a bound', async () => {
  const dataDirectory = await temporaryDirectory();
  const server = await start({ dataDirectory, maxStoreBytes: 64 * 1024 * 1024 });
  expect(await readFile(join(dataDirectory, 'nats.conf'), 'utf8')).toContain('sync_interval: always');
  const variables = await (await fetch(`${server.monitoringUrl}/varz`)).json();
  expect(variables).toMatchObject({
    host: '127.0.0.1',
    max_payload: 8 * 1024 * 1024,
    jetstream: { config: { max_storage: 64 * 1024 * 1024 } },
  });
});

test("the caller's part of the configuration applies", async () => {
  const extraConfig = 'authorization { user: somebody, password: secret }';
  const server = await start({ ephemeral: true, extraConfig });
  await expect(connect({ servers: server.url })).rejects.toThrow('Authorization Violation');
  await using client = await clientOf(server, { user: 'somebody', pass: 'secret' });
  expect(client.connection.isClosed()).toBe(false);
});

test("a configuration that the server refuses fails the start with the server's words", async () => {
  await expect(startNats({ ephemeral: true, extraConfig: 'no_such_setting: 1' })).rejects.toThrow(/no_such_setting/);
});

test('stop leaves no process, and of an ephemeral server no file', async () => {
  const server = await start({ ephemeral: true });
  const pid = server.pid() ?? 0;
  await server.stop();
  expect(await isRunning(pid)).toBe(false);
  expect(existsSync(dirname(dirname(server.logFile)))).toBe(false);
});

async function start(options: Parameters<typeof startNats>[0]): Promise<RunningNats> {
  const server = await startNats(options);
  onTestFinished(() => server.stop());
  return server;
}

async function clientOf({ url }: RunningNats, credentials: { user?: string; pass?: string } = {}) {
  const connection = await connect({ servers: url, reconnectTimeWait: 50, maxReconnectAttempts: -1, ...credentials });
  return { connection, [Symbol.asyncDispose]: () => connection.close() };
}
