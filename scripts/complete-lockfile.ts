import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Adds to package-lock.json the optional packages of other platforms that the registry in use did not offer when it was written.
 * Without an entry for each of them `npm ci` refuses the lockfile, wherever it runs; an entry of a foreign platform is never
 * fetched, and on that platform itself npm fetches exactly the version that the parent names.
 *
 * Run it after every change of the dependencies: `npm run lockfile`.
 */
const lockfile = 'package-lock.json';

const entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
type Entry = z.output<typeof entry>;

const platforms = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'wasi',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The platform as the package's name tells it: `@biomejs/cli-linux-arm64-musl`. */
const platformOf = (name: string): Pick<Entry, string> => {
  const words = name.split(/[-/@.]/);
  const os = platforms.filter(
    (platform) => words.includes(platform) || (platform === 'win32' && words.includes('windows')),
  );
  const cpu = processors.filter((processor) => words.includes(processor));
  return { ...(cpu.length === 0 ? {} : { cpu }), ...(os.length === 0 ? {} : { os }) };
};

/** Where npm would look for a package that `parent` needs: beside it first, then in each folder above. */
const isListed = (packages: Record<string, Entry>, parent: string, name: string): boolean => {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
};

const lock = z.looseObject({ packages: z.record(z.string(), entry) }).parse(JSON.parse(readFileSync(lockfile, 'utf8')));
const added: Record<string, Entry> = {};
for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isListed(lock.packages, path, name)) continue;
    const version = /\d+\.\d+\.\d+[\w.+-]*/.exec(range)?.[0];
    if (version === undefined) continue;
    added[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(parent.dev === true ? { dev: true } : {}),
      optional: true,
    };
  }
}

if (Object.keys(added).length > 0) {
  const packages = Object.entries({ ...lock.packages, ...added }).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockfile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
}
console.log(`${Object.keys(added).length} optional packages of other platforms added to ${lockfile}`);
