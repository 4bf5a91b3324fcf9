import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { copyChart } from './chart/chart-copy.ts';
import { checkRelease } from './chart/check-release.ts';
import { kubernetesVersions, writeCustomDefinitions, writeKubernetesSchemas } from './chart/kubernetes-schemas.ts';
import { parseManifests } from './chart/manifests.ts';
import { findTools, type Tools } from './chart/tools.ts';

// `npm run chart`: lints the chart, renders every ci/*-values.yaml, and checks what comes out against the schemas of Kubernetes and
// against the code. Its tools are built by Go where they are missing; where there is no Go either, it fails in CI only.
const workFolder = mkdtempSync(join(tmpdir(), 'freight-chart-'));
const faults: string[] = [];

const run = (command: string, args: readonly string[]): { isOk: boolean; output: string; stdout: string } => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: maxOutputBytes });
  return { isOk: status === 0, output: `${stdout}${stderr}`.trim(), stdout };
};

const maxOutputBytes = 64 * 1024 * 1024;

const check = ({ helm, kubectlValidate }: Tools): void => {
  const { folder } = copyChart(helm, join(workFolder, 'chart'));
  const rendered = join(workFolder, 'rendered');
  mkdirSync(rendered);
  for (const file of globSync('ci/*-values.yaml', { cwd: folder }).toSorted()) {
    const name = basename(file, '-values.yaml');
    const values = join(folder, file);
    const lint = run(helm, ['lint', folder, '--strict', '--quiet', '--values', values]);
    if (!lint.isOk) faults.push(`${name}: helm lint\n${lint.output}`);
    const kubeVersion = kubernetesVersions[0];
    const template = run(helm, [
      'template',
      'freight',
      folder,
      '--namespace',
      'freight',
      '--kube-version',
      kubeVersion,
      '--values',
      values,
    ]);
    if (!template.isOk) {
      faults.push(`${name}: helm template\n${template.output}`);
      continue;
    }
    const manifests = parseManifests(template.stdout);
    const unlikeTheCode = checkRelease(manifests);
    faults.push(...unlikeTheCode.map((fault) => `${name}: ${fault}`));
    writeFileSync(join(rendered, `${name}.yaml`), template.stdout);
    console.log(`${name}: ${manifests.length} objects, ${unlikeTheCode.length} of them unlike the code`);
  }
  validate(kubectlValidate, rendered);
};

const validate = (kubectlValidate: string, rendered: string): void => {
  const definitions = join(workFolder, 'definitions');
  if (!writeCustomDefinitions(definitions)) return unavailable('The definitions of custom objects');
  for (const version of kubernetesVersions) {
    const schemas = join(workFolder, version);
    if (!writeKubernetesSchemas(version, schemas)) return unavailable(`The schemas of Kubernetes ${version}`);
    // --version names what is embedded and keeps the tool from asking the network; the folder goes first.
    const args = [rendered, '--version', '1.30', '--local-schemas', schemas, '--local-crds', definitions];
    const { isOk, output } = run(kubectlValidate, args);
    if (!isOk) faults.push(`Kubernetes ${version}\n${output}`);
    console.log(`Kubernetes ${version}: ${isOk ? 'valid' : 'FAILED'}`);
  }
};

/** Who works offline can go on; in CI a check that did not run is a check that failed. */
const unavailable = (what: string): void => {
  console.log(`${what} cannot be had here; not checked.`);
  if (process.env['CI'] !== undefined) faults.push(`${what} cannot be had`);
};

try {
  const tools = findTools();
  if (tools === undefined) unavailable('helm or kubectl-validate');
  else check(tools);
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
if (faults.length > 0) {
  console.error(`\n${faults.join('\n\n')}\n\nnpm run chart failed`);
  process.exitCode = 1;
}
