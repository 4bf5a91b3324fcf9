import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { findPostgres, type PostgresSearch } from './find-postgres.ts';

test('a server on the PATH comes first, then the newest package, then the npm package', async () => {
  const machine = await fakeMachine({ onPath: 16, packaged: [9, 14, 17], embedded: 18 });
  expect((await findPostgres(undefined, machine)).major).toBe(16);
  expect((await findPostgres(undefined, { ...machine, path: '' })).major).toBe(17);
  expect((await findPostgres(undefined, { ...machine, path: '', packageDirectory: '/none' })).major).toBe(18);
});

test('existing data gets the version that wrote it, wherever that is', async () => {
  const machine = await fakeMachine({ onPath: 16, packaged: [14, 17], embedded: 18 });
  expect((await findPostgres(14, machine)).major).toBe(14);
  expect((await findPostgres(18, machine)).major).toBe(18);
});

test('data of a version that is not there is left alone, and the message names the versions', async () => {
  const machine = await fakeMachine({ onPath: 16, packaged: [17] });
  await expect(findPostgres(15, machine)).rejects.toThrow(
    'written by PostgreSQL 15, and only that version can read it (found: 16, 17)',
  );
});

test('a version out of support is not used for new data', async () => {
  const machine = await fakeMachine({ onPath: 13, packaged: [] });
  await expect(findPostgres(undefined, machine)).rejects.toThrow(
    'from 14 on is needed (found: 13); install the package postgresql',
  );
});

test('a link on the PATH is followed to where the other programs are', async () => {
  const machine = await fakeMachine({ onPath: 16, packaged: [15] });
  const links = await temporaryDirectory();
  await symlink(join(machine.packageDirectory, '15', 'bin', 'postgres'), join(links, 'postgres'));
  expect(await findPostgres(undefined, { ...machine, path: links })).toEqual({
    directory: join(machine.packageDirectory, '15', 'bin'),
    major: 15,
  });
});

test('a server without an initdb of the same version is no server to use', async () => {
  const machine = await fakeMachine({ onPath: 16, packaged: [15] });
  await writeFile(join(machine.path, 'initdb'), '#!/bin/sh\nexit 1\n');
  expect((await findPostgres(undefined, machine)).major).toBe(15);
});

async function fakeMachine(versions: {
  onPath: number;
  packaged: number[];
  embedded?: number;
}): Promise<PostgresSearch> {
  const packageDirectory = await temporaryDirectory();
  for (const major of versions.packaged) await fakePrograms(join(packageDirectory, String(major), 'bin'), major);
  const path = await temporaryDirectory();
  await fakePrograms(path, versions.onPath);
  const home = await temporaryDirectory();
  const { embedded } = versions;
  await fakePrograms(join(home, 'native', 'bin'), embedded ?? 0);
  await writeFile(join(home, 'native', 'pg-symlinks.json'), '[]');
  return {
    path,
    packageDirectory,
    embedded: async () => (embedded === undefined ? undefined : { home, version: `${embedded}.4.0` }),
    user: undefined,
  };
}

async function fakePrograms(directory: string, major: number): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const program of ['postgres', 'initdb']) {
    const file = join(directory, program);
    await writeFile(file, `#!/bin/sh\necho "${program} (PostgreSQL) ${major}.1 (Debian ${major}.1-1)"\n`);
    await chmod(file, 0o755);
  }
}
