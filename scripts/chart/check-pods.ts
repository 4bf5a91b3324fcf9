import { type Container, type Manifest, type PodSpec, podsOf } from './manifests.ts';

/** Containers of the user's own, given as values, are the user's own affair. */
const foreignContainers = new Set(['proxy']);

/** No pod runs as root, writes to its image, holds a capability or a token, or is killed while it still finishes. */
export const checkPods = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) => {
    const pods = podsOf(manifest);
    if (pods === undefined) return [];
    const containers = [...pods.initContainers, ...pods.containers].filter(({ name }) => !foreignContainers.has(name));
    const faults = [
      ...(pods.securityContext?.runAsNonRoot === true ? [] : ['may run as root']),
      ...containers.flatMap(containerFaults),
      ...(manifest.kind === 'Deployment' ? drainFaults(pods) : []),
    ];
    return faults.map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`);
  });

const containerFaults = ({ name, securityContext }: Container): string[] => [
  ...(securityContext?.readOnlyRootFilesystem === true ? [] : [`${name} can write to its image`]),
  ...(securityContext?.allowPrivilegeEscalation === false ? [] : [`${name} can gain privileges`]),
  ...(securityContext?.capabilities?.drop?.includes('ALL') === true ? [] : [`${name} holds capabilities`]),
];

const drainFaults = ({
  automountServiceAccountToken,
  containers,
  terminationGracePeriodSeconds,
}: PodSpec): string[] => [
  ...(automountServiceAccountToken === false ? [] : ['has a service account token']),
  ...containers.flatMap(({ name, env, lifecycle }) => {
    const graceMs = Number(env.find((entry) => entry.name === 'SHUTDOWN_GRACE_MS')?.value ?? 0);
    const neededSeconds = graceMs / 1_000 + (lifecycle?.preStop?.sleep?.seconds ?? 0);
    return neededSeconds < terminationGracePeriodSeconds ? [] : [`${name} is killed before it has finished`];
  }),
];
