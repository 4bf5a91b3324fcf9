import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

// `npm run bench [part of a path]`: every benchmark by itself, one after the other, because they would slow one another.
const root = dirname(import.meta.dirname);
const wanted = process.argv[2] ?? '';
const files = globSync('{libs,services,tests}/*/{bench,src/bench}/*.ts', { cwd: root }).toSorted();

for (const file of files.filter((path) => path.includes(wanted))) {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, [file], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
