import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { byName, packageOf, readWorkspaces, type SourceFile, type Workspace } from './workspaces.ts';

const workspaces = readWorkspaces();
const names = byName(workspaces);

/** What each library may be built from. Whoever adds an arrow here changes the architecture: ARCHITECTURE.md says why it is so. */
const mayImport: Record<string, readonly string[]> = {
  'libs/contracts': [],
  'libs/telemetry': [],
  'libs/webhook-signature': [],
  'libs/local-stack': [],
  'libs/database': ['libs/contracts'],
  'libs/labels': ['libs/contracts'],
  'libs/couriers': ['libs/contracts'],
  'libs/courier-sandbox': ['libs/contracts'],
  'libs/messaging': ['libs/contracts', 'libs/telemetry'],
  'libs/runtime': ['libs/contracts', 'libs/telemetry', 'libs/database', 'libs/messaging'],
};

const serviceMayImport = [
  'libs/contracts',
  'libs/telemetry',
  'libs/database',
  'libs/messaging',
  'libs/runtime',
  'libs/couriers',
  'libs/labels',
  'libs/webhook-signature',
];

/** The command line starts everything on one machine, so it may know every library but those of the tests. */
const cliMayImport = [...serviceMayImport, 'libs/local-stack', 'libs/courier-sandbox'];

const allowedOf = (folder: string): readonly string[] => {
  if (folder.startsWith('services/')) return serviceMayImport;
  if (folder === 'libs/cli') return cliMayImport;
  return mayImport[folder] ?? [];
};

/** Who may use a client directly; everybody else goes through the library that wraps it. */
const clientOwners: Record<string, readonly string[]> = {
  nats: ['libs/messaging'],
  pg: ['libs/database'],
};

const product = workspaces.filter(({ folder }) => folder.startsWith('libs/') || folder.startsWith('services/'));

test('libraries and services import only what the direction allows: contracts ← telemetry, database ← messaging ← runtime ← services', () => {
  const faults = importsOf(product, ({ isTest }) => !isTest).flatMap(({ workspace, file, specifier }) => {
    const target = names.get(packageOf(specifier) ?? '')?.folder;
    return target === undefined || target === workspace.folder || allowedOf(workspace.folder).includes(target)
      ? []
      : [`${file.path} imports ${target}`];
  });
  expect(faults).toEqual([]);
});

test('every library has a place in the direction, and nobody keeps a place after it is gone', () => {
  const placed = [...Object.keys(mayImport), 'libs/cli', 'libs/testing'].toSorted();
  expect(product.map(({ folder }) => folder).filter((folder) => folder.startsWith('libs/'))).toEqual(placed);
});

test('no service imports another service, not even in a test', () => {
  const faults = importsOf(workspaces, () => true).flatMap(({ workspace, file, specifier }) => {
    const target = names.get(packageOf(specifier) ?? '')?.folder;
    const isOther = target?.startsWith('services/') === true && target !== workspace.folder;
    return isOther ? [`${file.path} imports ${target}`] : [];
  });
  expect(faults).toEqual([]);
});

test('a relative import stays inside its workspace', () => {
  const faults = importsOf(product, () => true).flatMap(({ workspace, file, specifier }) => {
    if (!specifier.startsWith('.')) return [];
    const target = join(dirname(file.path), specifier);
    return target.startsWith(`${workspace.folder}/`) ? [] : [`${file.path} imports ${target}`];
  });
  expect(faults).toEqual([]);
});

test('only tests import test code', () => {
  const testOnly = new Set(['vitest', 'fast-check', '@freight/testing']);
  const tests = new Set(
    workspaces.flatMap(({ files }) => files.filter(({ isTest }) => isTest).map(({ path }) => path)),
  );
  const faults = importsOf(product, ({ isTest }) => !isTest).flatMap(({ file, specifier }) => {
    const isTestPackage = testOnly.has(packageOf(specifier) ?? '');
    const isTestFile = specifier.startsWith('.') && tests.has(join(dirname(file.path), specifier));
    return isTestPackage || isTestFile ? [`${file.path} imports ${specifier}`] : [];
  });
  expect(faults).toEqual([]);
});

test.each(Object.entries(clientOwners))(
  'the client %s is used in %j only; others may name its types',
  (client, owners) => {
    const faults = importsOf(product, ({ isTest }) => !isTest).flatMap(({ workspace, file, specifier, isType }) =>
      packageOf(specifier) === client && !isType && !owners.includes(workspace.folder) ? [file.path] : [],
    );
    expect(faults).toEqual([]);
  },
);

function importsOf(of: readonly Workspace[], wanted: (file: SourceFile) => boolean) {
  return of.flatMap((workspace) =>
    workspace.files
      .filter(wanted)
      .flatMap((file) => file.imports.map((imported) => ({ workspace, file, ...imported }))),
  );
}
