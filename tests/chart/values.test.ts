import { globSync } from 'node:fs';
import { serviceNames } from '@freight/contracts';
import { chartPath, readChartFile, repositoryFolder } from '@freight/scripts/chart';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const values = parse(readChartFile('values.yaml'));
const schema = JSON.parse(readChartFile('values.schema.json'));

type Schema = { properties?: Record<string, Schema>; $ref?: string };

const resolve = (node: Schema): Schema => {
  const name = node.$ref?.split('/').at(-1);
  return name === undefined ? node : schema.definitions[name];
};

/** Keys that only one of the two knows: a value nobody may set, or one that nobody may find. */
const differences = (value: unknown, node: Schema, path: string): string[] => {
  const { properties } = resolve(node);
  if (properties === undefined) return [];
  const given = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const unknown = given.filter(([key]) => properties[key] === undefined).map(([key]) => `${path}${key}`);
  return [...unknown, ...given.flatMap(([key, below]) => differences(below, properties[key] ?? {}, `${path}${key}.`))];
};

test('the schema knows every value of values.yaml', () => {
  expect(differences(values, schema, '')).toEqual([]);
});

test('every key that the schema allows for a service has a default that says what it is', () => {
  expect(Object.keys(values.defaults).toSorted()).toEqual(
    Object.keys(schema.definitions.service.properties).toSorted(),
  );
});

test('every service of the contracts has its block of values, and no other has one', () => {
  expect(Object.keys(values.services).toSorted()).toEqual(serviceNames.toSorted());
});

test.each(globSync('ci/*-values.yaml', { cwd: `${repositoryFolder}/${chartPath}` }))(
  '%s sets only what the schema knows',
  (file) => {
    expect(differences(parse(readChartFile(file)), schema, '')).toEqual([]);
  },
);

test('the chart brings no secret: nothing of its templates is a Secret, and no value asks for one', () => {
  const templates = globSync('templates/**/*.yaml', { cwd: `${repositoryFolder}/${chartPath}` });
  expect(templates.filter((path) => /^kind: Secret$/m.test(readChartFile(path)))).toEqual([]);
});
