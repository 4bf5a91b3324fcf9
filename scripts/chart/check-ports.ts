import type { ServiceName } from '@freight/contracts';
import type { Container } from './manifests.ts';

/** A service listens where its container says it does, and is probed where it answers. */
export const checkPorts = (service: ServiceName, container: Container): string[] => {
  const portNamed = (name: string) => container.ports.find((port) => port.name === name)?.containerPort;
  const variable = (name: string) => Number(container.env.find((entry) => entry.name === name)?.value);
  const probes = [
    ['startupProbe', '/livez'],
    ['livenessProbe', '/livez'],
    ['readinessProbe', '/readyz'],
  ] as const;
  return [
    ...(portNamed('private') === variable('HEALTH_PORT')
      ? []
      : [`${service}: HEALTH_PORT is not the port called private`]),
    ...(service !== 'gateway' || portNamed('http') === variable('PORT')
      ? []
      : ['gateway: PORT is not the port called http']),
    ...(service === 'gateway' || portNamed('http') === undefined ? [] : [`${service}: has a public port`]),
    ...probes.flatMap(([name, path]) => {
      const asked = container[name]?.httpGet;
      return asked?.path === path && asked.port === 'private'
        ? []
        : [`${service}: ${name} does not ask ${path} at private`];
    }),
  ];
};
