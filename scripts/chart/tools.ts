import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export type Tools = { helm: string; kubectlValidate: string };

/** Versions that are known to work; whatever version is on the PATH is taken instead. */
const sources = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.0',
  'kubectl-validate': 'sigs.k8s.io/kubectl-validate@v0.0.4',
} as const;

/**
 * The tools that the chart is checked with: from the PATH, from an earlier run, or built by `go install`, which takes minutes once.
 *
 * @returns undefined where neither the tools nor Go are there, after saying so
 */
export const findTools = (): Tools | undefined => {
  const helm = findTool('helm');
  const kubectlValidate = findTool('kubectl-validate');
  return helm === undefined || kubectlValidate === undefined ? undefined : { helm, kubectlValidate };
};

/** Where built tools are kept from one run to the next. */
const toolsFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'freight-aggregator', 'tools');

const findTool = (name: keyof typeof sources): string | undefined => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), toolsFolder];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return found ?? buildTool(name);
};

const buildTool = (name: keyof typeof sources): string | undefined => {
  console.log(`${name} is not on the PATH: go install ${sources[name]}`);
  mkdirSync(toolsFolder, { recursive: true });
  const { status, error } = spawnSync('go', ['install', sources[name]], {
    env: { ...process.env, GOBIN: toolsFolder, GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return join(toolsFolder, name);
  console.log(
    `${name} cannot be built (${error?.message ?? `go ended with ${status}`}): install it, or Go 1.25 or newer.`,
  );
  return undefined;
};
