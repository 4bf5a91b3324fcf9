import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { isLocked, lockDirectory } from './directory-lock.ts';

test('one process at a time has a directory, and the next is told its pid', async () => {
  const directory = await temporaryDirectory();
  const lock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}`);
  await lock.release();
  await (await lockDirectory(directory)).release();
});

test('the same directory under another path is the same directory', async () => {
  const directory = await temporaryDirectory();
  const link = join(await temporaryDirectory(), 'link');
  await symlink(directory, link);
  const lock = await lockDirectory(directory);
  expect(await isLocked(link)).toBe(true);
  await lock.release();
  expect(await isLocked(link)).toBe(false);
});
