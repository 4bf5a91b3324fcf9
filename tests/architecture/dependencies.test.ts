import { expect, test } from 'vitest';
import { packageOf, readManifest, readWorkspaces } from './workspaces.ts';

const workspaces = readWorkspaces();

/** Tools that every workspace may use in its tests without naming them again. */
const rootTools = new Set(Object.keys(readManifest('.').devDependencies ?? {}));

test('what a program imports is a dependency of its workspace, so that an installation without tools runs', () => {
  const faults = workspaces
    .filter(({ folder }) => folder.startsWith('libs/') || folder.startsWith('services/'))
    .flatMap(({ folder, name, dependencies, devDependencies, files }) =>
      files
        .filter(({ path, isTest }) => !isTest && !path.startsWith(`${folder}/scripts/`))
        .flatMap(({ path, imports }) =>
          imports.flatMap(({ specifier, isType }) => {
            const imported = packageOf(specifier);
            if (imported === undefined || imported === name || dependencies.has(imported)) return [];
            if (isType && devDependencies.has(imported)) return [];
            return [`${path}: ${imported}`];
          }),
        ),
    );
  expect(faults).toEqual([]);
});

test('what a test or a script imports is named by its workspace or is a tool of the repository', () => {
  const faults = workspaces.flatMap(({ name, dependencies, devDependencies, files }) =>
    files.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier }) => {
        const imported = packageOf(specifier);
        const isKnown =
          imported === undefined ||
          imported === name ||
          dependencies.has(imported) ||
          devDependencies.has(imported) ||
          rootTools.has(imported);
        return isKnown ? [] : [`${path}: ${imported}`];
      }),
    ),
  );
  expect(faults).toEqual([]);
});

test('every dependency on a workspace of ours is really used', () => {
  const faults = workspaces.flatMap(({ folder, dependencies, devDependencies, files }) => {
    const used = new Set(files.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))));
    const ours = [...dependencies, ...devDependencies].filter((dependency) => dependency.startsWith('@freight/'));
    return ours.filter((dependency) => !used.has(dependency)).map((dependency) => `${folder}: ${dependency}`);
  });
  expect(faults).toEqual([]);
});
