import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@freight/local-stack';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { choosePorts, requireFreePort } from './ports.ts';

test('ports are the same at the next start', async () => {
  const directory = await temporaryDirectory();
  const [first, second] = [await choosePorts(directory, {}, []), await choosePorts(directory, {}, [])];
  expect(second('nats')).toBe(first('nats'));
  expect(second('billing-health')).toBe(first('billing-health'));
});

test('a remembered port that is reserved now gives way', async () => {
  const directory = await temporaryDirectory();
  const reserved = await freePort();
  await mkdir(join(directory, 'ports'));
  await writeFile(join(directory, 'ports', 'sandbox'), `${reserved}\n`);
  expect((await choosePorts(directory, {}, [reserved]))('sandbox')).not.toBe(reserved);
});

test('a wanted port is taken', async () => {
  const port = await freePort();
  expect((await choosePorts(await temporaryDirectory(), { sandbox: port }, []))('sandbox')).toBe(port);
});

test('a port in use is told with the variable to set', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await expect(requireFreePort(port, 'PORT')).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use by another program; set PORT to another one`,
  );
  server.close();
});
