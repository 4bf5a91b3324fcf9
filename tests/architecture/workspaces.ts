import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Workspace = {
  /** Folder below the root of the repository: `libs/contracts`. */
  folder: string;
  /** Name in its package.json: `@freight/contracts`. */
  name: string;
  dependencies: ReadonlySet<string>;
  devDependencies: ReadonlySet<string>;
  files: readonly SourceFile[];
};

export type SourceFile = {
  /** Below the root of the repository. */
  path: string;
  /** Runs in tests only: a test, its fixture, a benchmark, or anything of a workspace that is for tests. */
  isTest: boolean;
  imports: readonly Import[];
};

export type Import = {
  /** As written: `./x.ts`, `node:fs`, `@freight/contracts`, `pg`. */
  specifier: string;
  /** Only types are taken, so nothing is left of it when the program runs. */
  isType: boolean;
};

export const root = dirname(dirname(import.meta.dirname));

/** Every workspace of the repository with what its source files import. */
export const readWorkspaces = (): Workspace[] =>
  globSync(['libs/*/package.json', 'services/*/package.json', 'tests/*/package.json', 'scripts/package.json'], {
    cwd: root,
  })
    .toSorted()
    .map((manifest) => readWorkspace(dirname(manifest)));

/** The workspaces as others name them, by package name. */
export const byName = (workspaces: readonly Workspace[]): ReadonlyMap<string, Workspace> =>
  new Map(workspaces.map((workspace) => [workspace.name, workspace]));

/** Package of a specifier: `@freight/telemetry/register` → `@freight/telemetry`; undefined for files and for Node's own modules. */
export const packageOf = (specifier: string): string | undefined => {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  const [scopeOrName, name] = specifier.split('/');
  return specifier.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName;
};

type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

const readWorkspace = (folder: string): Workspace => {
  const { name, dependencies = {}, devDependencies = {} } = readManifest(folder);
  return {
    folder,
    name,
    dependencies: new Set(Object.keys(dependencies)),
    devDependencies: new Set(Object.keys(devDependencies)),
    files: globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (path) => basename(path) === 'node_modules' })
      .toSorted()
      .map((path) => readSource(path, folder)),
  };
};

export const readManifest = (folder: string): Manifest => {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- npm has refused a manifest of another form before this runs.
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return manifest;
};

const readSource = (path: string, folder: string): SourceFile => ({
  path,
  isTest:
    /\.(test|fixture)\.ts$/.test(path) ||
    folder.startsWith('tests/') ||
    folder === 'libs/testing' ||
    ['bench', 'testing'].some((name) => relative(folder, path).split('/').includes(name)),
  imports: importsOf(path, readFileSync(join(root, path), 'utf8')),
});

const importsOf = (path: string, source: string): Import[] => {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType }],
    ),
  );
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    // Only a literal names a module; whatever is computed names a file of the same folder tree.
    const literal = /^['"](.+)['"]$/.exec(source.slice(start, end))?.[1];
    return literal === undefined ? [] : [{ specifier: literal, isType: false }];
  });
  return [...statics, ...reexports, ...dynamics];
};
