import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { keepSecrets } from './secrets.ts';

test('secrets are made once and are the same at every start', async () => {
  const directory = await temporaryDirectory();
  expect(await keepSecrets(directory)).toEqual(await keepSecrets(directory));
});

test('only the owner may read the file, even where it was readable for all', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'secrets.json');
  await writeFile(file, '{}', { mode: 0o644 });
  await keepSecrets(directory);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a secret that a newer release needs is added, the others stay', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'secrets.json');
  const { linkSigningKey: _, ...older } = await keepSecrets(directory);
  await writeFile(file, JSON.stringify(older));
  expect(await keepSecrets(directory)).toMatchObject({ ...older, linkSigningKey: expect.any(String) });
});

test('a damaged file is refused and left as it is: new secrets would lock the data out', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'secrets.json');
  await writeFile(file, '{"operatorToken": "x"');
  await expect(keepSecrets(directory)).rejects.toThrow(`${file} is damaged`);
  expect(await readFile(file, 'utf8')).toBe('{"operatorToken": "x"');
});

test('the demonstration key has the length and the alphabet of every other key', async () => {
  expect((await keepSecrets(await temporaryDirectory())).demoApiKey).toMatch(/^fk_live_[0-9A-Za-z]{38}$/);
});
