import { expect, test } from 'vitest';
import { checkStartOrder } from './start-order.ts';

test('any order is fine as long as every dependency is there', () => {
  const specs = [spec('top', 'middle', 'running'), spec('middle', 'base'), spec('base')];
  expect(() => checkStartOrder(specs, new Set(['running']))).not.toThrow();
});

test('processes that wait for each other are refused by name', () => {
  expect(() => checkStartOrder([spec('base'), spec('one', 'two'), spec('two', 'one')], new Set())).toThrow(
    'one, two wait for each other',
  );
});

test('a dependency that is not there is refused', () => {
  expect(() => checkStartOrder([spec('one', 'ghost')], new Set())).toThrow('one depends on ghost');
});

test('a name stands for one process only', () => {
  expect(() => checkStartOrder([spec('one')], new Set(['one']))).toThrow('two processes are named one');
});

function spec(name: string, ...dependsOn: string[]) {
  return { name, command: 'true', args: [], dependsOn };
}
