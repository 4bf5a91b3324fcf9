import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readChartFile, repositoryFolder } from './chart-folder.ts';

const alertsFile = z.object({ alerts: z.array(z.object({ alert: z.string(), expr: z.string() })) });

/** The alerts of the chart, with their queries. */
export const readAlerts = (): { alert: string; expr: string }[] =>
  alertsFile.parse(parse(readChartFile('files/alerts.yaml'))).alerts;

/**
 * Names under which Prometheus sees what the code counts, read from the calls that make the instruments: `counter('x')` is
 * `x_total`, a histogram has `_bucket`, `_sum` and `_count`, a gauge of seconds ends with `_seconds`.
 */
export const countedMetrics = (): ReadonlySet<string> => {
  const files = globSync('{libs,services}/*/src/**/*.ts', { cwd: repositoryFolder }).filter(
    // The telemetry library makes the instruments of others; its own mentions are examples.
    (path) => !/\.(test|fixture)\.ts$/.test(path) && !path.startsWith('libs/telemetry/'),
  );
  const names = files.flatMap((path) => {
    const source = readFileSync(join(repositoryFolder, path), 'utf8');
    return [...source.matchAll(instrument)].flatMap((match) =>
      seriesOf(match[1] ?? '', match[2] ?? '', match[3] ?? ''),
    );
  });
  return new Set(names);
};

/** Names of ours that a query uses. */
export const metricsOf = (query: string): string[] => query.match(/\bfreight_\w+/g) ?? [];

const instrument = /\b(counter|gauge|durationHistogram)\(\s*'(freight_\w+)',\s*(\{[^}]*\})/g;

const seriesOf = (kind: string, name: string, options: string): string[] => {
  if (kind === 'counter') return [`${name}_total`];
  if (kind === 'gauge') return [options.includes("unit: 's'") ? `${name}_seconds` : name];
  return ['bucket', 'sum', 'count'].map((part) => `${name}_seconds_${part}`);
};
