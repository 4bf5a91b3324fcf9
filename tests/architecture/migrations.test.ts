import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './workspaces.ts';

const files = globSync('services/*/migrations/*', { cwd: root }).toSorted();
const folders = [...new Set(files.map((file) => dirname(file)))];

describe.each(folders)('%s', (folder) => {
  const own = files.filter((file) => dirname(file) === folder);

  test('is numbered from 0001 without gaps, so that every database has applied a beginning of the list', () => {
    const wanted = own.map((_, index) => String(index + 1).padStart(4, '0'));
    expect(own.map((file) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(basename(file))?.[1])).toEqual(wanted);
  });

  test.each(own)('%s says on its first line whether the version before it still runs', (file) => {
    const [first] = readFileSync(join(root, file), 'utf8').split('\n');
    expect(first).toMatch(/^-- (expand|contract: .+)$/);
  });
});
