import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const repositoryFolder = dirname(dirname(import.meta.dirname));

/** The chart, below the root of the repository. */
export const chartPath = 'deploy/helm/freight-aggregator';

export const readChartFile = (path: string): string => readFileSync(join(repositoryFolder, chartPath, path), 'utf8');
