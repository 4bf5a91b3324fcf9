import { serviceNames } from '@freight/contracts';
import { checkNatsUsers } from './check-nats-users.ts';
import { checkPods } from './check-pods.ts';
import { checkPorts } from './check-ports.ts';
import { checkMigrationEnvironment, checkServiceEnvironment } from './check-service-environment.ts';
import { componentOf, type Manifest, podsOf } from './manifests.ts';

/** What Kubernetes' schemas cannot know of a rendered release, because the code says it. @returns every fault, in a sentence */
export const checkRelease = (manifests: readonly Manifest[]): string[] => [
  ...serviceNames.flatMap((service) => {
    const deployment = manifests.find((found) => found.kind === 'Deployment' && componentOf(found) === service);
    const pods = deployment === undefined ? undefined : podsOf(deployment);
    const container = pods?.containers.find(({ name }) => name === service);
    if (container === undefined) return [`${service}: has no Deployment with a container of its name`];
    return [...checkServiceEnvironment(service, container), ...checkPorts(service, container)];
  }),
  ...manifests
    .filter((found) => found.kind === 'Job' && componentOf(found) === 'migrations')
    .flatMap((job) => podsOf(job)?.containers.flatMap(checkMigrationEnvironment) ?? []),
  ...checkPods(manifests),
  ...checkNatsUsers(manifests),
];
