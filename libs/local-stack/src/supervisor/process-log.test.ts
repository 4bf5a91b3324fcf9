import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { ProcessLog } from './process-log.ts';

test('lines are told one by one', async () => {
  const { log, lines } = await openLog();
  log.write(['one', 'two']);
  expect(lines).toEqual(['one', 'two']);
});

test('a log goes on where the last run ended', async () => {
  const { log, path } = await openLog();
  log.write(['first run']);
  log.close();
  new ProcessLog(path).write(['second run']);
  expect(await readFile(path, 'utf8')).toBe('first run\nsecond run\n');
});

test('a full log is put aside, so that two files of 64 MiB are the most there can be', async () => {
  const { log, path } = await openLog();
  const mebibyte = 'x'.repeat(1024 * 1024 - 1);
  for (let written = 0; written < 65; written += 1) log.write([mebibyte]);
  expect((await stat(path)).size).toBe(1024 * 1024);
  expect((await stat(`${path}.1`)).size).toBe(64 * 1024 * 1024);
});

async function openLog() {
  const path = join(await temporaryDirectory(), 'logs', 'name.log');
  const lines: string[] = [];
  return { path, lines, log: new ProcessLog(path, (line) => lines.push(line)) };
}
