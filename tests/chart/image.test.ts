import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@freight/contracts';
import { repositoryFolder } from '@freight/scripts/chart';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(join(repositoryFolder, path), 'utf8');
const dockerfile = read('deploy/docker/Dockerfile');

test('the image starts every service of the contracts by its name', () => {
  expect(read('deploy/docker/freight')).toContain(`${serviceNames.join(' | ')})`);
});

test('the image takes from the repository what is there', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?!\. )(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths?.split(' '),
  );
  expect(copied.filter((path) => path === undefined || !existsSync(join(repositoryFolder, path)))).toEqual([]);
  expect(copied.length).toBeGreaterThan(0);
});

test('the image ends with a user that is not root, as a number', () => {
  expect(dockerfile.match(/^USER .+$/gm)?.at(-1)).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
});
