import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '@freight/scripts';
import { describe, expect, test } from 'vitest';
import { root } from './workspaces.ts';

const generated = documents();

describe('generated documents', () => {
  test.each([...generated.keys()])('%s is what `npm run docs` writes today', (path) => {
    const committed = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '(not there)';
    expect(committed).toBe(generated.get(path));
  });

  test('no schema of an event is left over from an event that is gone', () => {
    const schemas = globSync('docs/schemas/**/*.json', { cwd: root });
    expect(schemas.filter((path) => !generated.has(path))).toEqual([]);
  });
});
