import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chartPath, countedMetrics, metricsOf, readAlerts, repositoryFolder } from '@freight/scripts/chart';
import { expect, test } from 'vitest';

const alerts = readAlerts();
const counted = countedMetrics();

test.each(alerts)('$alert asks for nothing that the services do not count', ({ expr }) => {
  expect(metricsOf(expr).filter((metric) => !counted.has(metric))).toEqual([]);
});

test('every alert has a runbook of its name, and every runbook its alert', () => {
  const runbooks = globSync('docs/runbooks/*.md', { cwd: repositoryFolder }).map((path) => basename(path, '.md'));
  expect(runbooks.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});

test('every panel of a dashboard asks for metrics that the services count', () => {
  const dashboards = globSync(`${chartPath}/files/dashboards/*.json`, { cwd: repositoryFolder });
  const asked = dashboards.flatMap((path) => metricsOf(readFileSync(join(repositoryFolder, path), 'utf8')));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((metric) => !counted.has(metric))).toEqual([]);
});
