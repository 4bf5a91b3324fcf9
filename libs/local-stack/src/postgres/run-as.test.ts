import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { userToRunAs } from './run-as.ts';

const isRoot = process.getuid?.() === 0;

test('anybody but root runs PostgreSQL as themselves', async () => {
  expect(await userToRunAs('/no/data/yet', { uid: 1000 })).toBeUndefined();
});

test.runIf(isRoot)('root runs PostgreSQL as its own account where there is one', async () => {
  const accounts = await accountsFile(
    'root:x:0:0::/root:/bin/sh\npostgres:x:101:104::/:/bin/sh\nnobody:x:65534:65533::/:/bin/sh\n',
  );
  expect(await userToRunAs('/no/data/yet', { accounts })).toEqual({ uid: 101, gid: 104 });
});

test.runIf(isRoot)('root runs PostgreSQL as nobody where there is no such account', async () => {
  const accounts = await accountsFile('root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/sh\n');
  expect(await userToRunAs('/no/data/yet', { accounts })).toEqual({ uid: 65_534, gid: 65_533 });
});

test.runIf(isRoot)('root runs PostgreSQL as the user who owns the data already', async () => {
  const data = await temporaryDirectory();
  await chown(data, 4_242, 4_243);
  expect(await userToRunAs(data)).toEqual({ uid: 4_242, gid: 4_243 });
});

test('root on a machine without either account is told so', async () => {
  const accounts = await accountsFile('root:x:0:0::/root:/bin/sh\n');
  await expect(userToRunAs('/no/data/yet', { uid: 0, accounts })).rejects.toThrow('knows neither postgres nor nobody');
});

async function accountsFile(content: string): Promise<string> {
  const file = join(await temporaryDirectory(), 'passwd');
  await writeFile(file, content);
  return file;
}
