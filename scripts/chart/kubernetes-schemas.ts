import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { goModule } from './go-module.ts';

/** The last four minor versions of Kubernetes: those that its project and the clouds still support. */
export const kubernetesVersions = ['v1.33.13', 'v1.34.4', 'v1.35.4', 'v1.36.3'] as const;

/**
 * The API schemas of one version of Kubernetes, from its own module, in the layout that kubectl-validate reads:
 * `apis/apps/v1.json`. The tool itself embeds those up to 1.30.
 *
 * @returns false where they cannot be had
 */
export const writeKubernetesSchemas = (version: string, folder: string): boolean => {
  const module = goModule('k8s.io/kubernetes', version);
  if (module === undefined) return false;
  for (const path of globSync('api/openapi-spec/v3/{api__v1,apis__*__v*}_openapi.json', { cwd: module })) {
    const target = join(folder, `${basename(path, '_openapi.json').replaceAll('__', '/')}.json`);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(module, path), target);
  }
  return true;
};

/** Objects of other operators that the chart makes, each with the module that holds its definition. */
const definitions = [
  ['github.com/kedacore/keda/v2', 'v2.18.1', 'config/crd/bases/keda.sh_scaledobjects.yaml'],
  ['github.com/cloudnative-pg/cloudnative-pg', 'v1.27.1', 'config/crd/bases/postgresql.cnpg.io_clusters.yaml'],
  ...['podmonitors', 'prometheusrules'].map(
    (kind) =>
      [
        'github.com/prometheus-operator/prometheus-operator',
        'v0.85.0',
        `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
      ] as const,
  ),
] as const;

/** Definitions of KEDA's, CloudNativePG's and the Prometheus operator's objects. @returns false where one cannot be had */
export const writeCustomDefinitions = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true });
  return definitions.every(([name, version, path]) => {
    const module = goModule(name, version);
    if (module === undefined) return false;
    copyFileSync(join(module, path), join(folder, basename(path)));
    return true;
  });
};
