import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readWorkspaces, root } from './workspaces.ts';

const workspaces = readWorkspaces();
const paths = workspaces.flatMap(({ files }) => files.map(({ path }) => path));

test('no file is named for its kind instead of its content', () => {
  const vague = /^(utils?|helpers?|common|misc|shared|types|interfaces)(\.\w+)*\.ts$/;
  expect(paths.filter((path) => vague.test(basename(path)))).toEqual([]);
});

test('a library has one index.ts, which is what others see of it, and a program has none', () => {
  const libraries = workspaces
    .map(({ folder }) => folder)
    .filter((folder) => folder.startsWith('libs/') && folder !== 'libs/cli');
  const wanted = libraries.map((folder) => `${folder}/src/index.ts`).toSorted();
  expect(paths.filter((path) => basename(path) === 'index.ts').toSorted()).toEqual(wanted);
});

test('every service has the same words in the same places', () => {
  const services = workspaces.filter(({ folder }) => folder.startsWith('services/')).map(({ folder }) => folder);
  const wanted = ['main', 'config', 'deps', 'start', 'operations', 'tables'].map((word) => `src/${word}.ts`);
  const missing = services.flatMap((folder) =>
    wanted.map((file) => `${folder}/${file}`).filter((file) => !existsSync(join(root, file))),
  );
  expect(missing).toEqual([]);
});
