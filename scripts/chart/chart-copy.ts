import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { chartPath, repositoryFolder } from './chart-folder.ts';

export type ChartCopy = {
  folder: string;
  /** Whether the NATS chart is in it; without it, a release that brings NATS is rendered but for the servers themselves. */
  hasNats: boolean;
};

/**
 * A copy of the chart with its dependency, which the repository does not hold: from `NATS_CHART` (a folder), else from the chart's
 * repository, else not at all. Helm refuses a chart whose declared dependency is missing, even where it is switched off.
 */
export const copyChart = (helm: string, folder: string): ChartCopy => {
  cpSync(join(repositoryFolder, chartPath), folder, { recursive: true });
  const given = process.env['NATS_CHART'];
  const target = join(folder, 'charts', 'nats');
  rmSync(join(folder, 'charts'), { recursive: true, force: true });
  if (given !== undefined) {
    cpSync(given, target, { recursive: true });
    return { folder, hasNats: true };
  }
  const { status } = spawnSync(helm, ['dependency', 'update', folder], { stdio: 'ignore', timeout: fetchTimeoutMs });
  if (status === 0) return { folder, hasNats: true };
  console.log('The NATS chart cannot be fetched: a release that brings NATS is checked without its servers.');
  withoutDependencies(join(folder, 'Chart.yaml'));
  if (existsSync(join(folder, 'Chart.lock'))) rmSync(join(folder, 'Chart.lock'));
  return { folder, hasNats: false };
};

const fetchTimeoutMs = 60_000;

const withoutDependencies = (file: string): void => {
  const document = parseDocument(readFileSync(file, 'utf8'));
  document.delete('dependencies');
  writeFileSync(file, document.toString());
};
