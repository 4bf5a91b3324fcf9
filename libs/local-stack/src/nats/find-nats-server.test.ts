import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { fakeNatsServer } from './fake-nats-server.fixture.ts';
import { findNatsServer, type NatsSource } from './find-nats-server.ts';

test('a program on the PATH comes before one in the cache, and that before any fetching', async () => {
  const [path, cache] = [await temporaryDirectory(), await temporaryDirectory()];
  const cached = await fakeNatsServer(cache, '2.12.1');
  expect((await find({ path, cache, sources: [never] })).program).toBe(cached);
  const onPath = await fakeNatsServer(path, '2.10.0');
  expect((await find({ path, cache, sources: [never] })).program).toBe(onPath);
});

test("Debian 12's version is refused with the reason, and another is looked for", async () => {
  const [path, cache] = [await temporaryDirectory(), await temporaryDirectory()];
  await fakeNatsServer(path, '2.9.10');
  const { program, lines } = await find({ path, cache, sources: [source('mirror', '2.10.27')] });
  expect(program).toBe(join(cache, 'nats-server'));
  expect(lines).toContain(
    `not ${path}/nats-server: version 2.9.10 is refused: before 2.10 it hangs for good on a full disk and cannot flush to disk before it acknowledges a message`,
  );
});

test('sources are asked in turn until one has a usable version, and each decision is a line', async () => {
  const [path, cache] = [await temporaryDirectory(), await temporaryDirectory()];
  const sources = [
    failing('the internet', 'unreachable'),
    source('an old mirror', '2.9.25'),
    source('a new mirror', '3.0.0'),
  ];
  const { program, lines } = await find({ path, cache, sources });
  expect(program).toBe(join(cache, 'nats-server'));
  expect(lines).toEqual([
    'fetching nats-server: the internet',
    'not from there: unreachable',
    'fetching nats-server: an old mirror',
    expect.stringMatching(/^not from there: version 2\.9\.25 is refused/),
    'fetching nats-server: a new mirror',
    expect.stringMatching(/^nats-server 3\.0\.0 fetched to .* in \d+ ms$/),
  ]);
});

test('a source that fails half-way leaves nothing in the cache', async () => {
  const [path, cache] = [await temporaryDirectory(), await temporaryDirectory()];
  await expect(find({ path, cache, sources: [source('old', '2.9.10'), failing('broken', 'no')] })).rejects.toThrow(
    'no nats-server from 2.10 on was found or could be fetched; install one',
  );
  expect(await readdir(cache)).toEqual([]);
});

test('a cache that cannot be written to gives way to the next', async () => {
  const [path, cache] = [await temporaryDirectory(), await temporaryDirectory()];
  const program = await findNatsServer({
    path,
    cacheDirectories: ['/dev/null/home', cache],
    sources: [source('mirror', '2.10.27')],
    log: () => undefined,
  });
  expect(program).toBe(join(cache, 'nats-server'));
});

async function find({ path, cache, sources }: { path: string; cache: string; sources: readonly NatsSource[] }) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  return { program: await findNatsServer({ path, cacheDirectories: [cache], sources, log }), lines };
}

function source(description: string, version: string): NatsSource {
  return { description, fetch: (directory) => fakeNatsServer(join(directory, 'unpacked'), version) };
}

function failing(description: string, reason: string): NatsSource {
  return { description, fetch: () => Promise.reject(new Error(reason)) };
}

const never = failing('nothing should be fetched', 'but it was');
