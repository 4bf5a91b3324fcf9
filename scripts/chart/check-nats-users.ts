import { serviceNames } from '@freight/contracts';
import type { Manifest } from './manifests.ts';
import { natsUsers } from './nats-users.ts';

/** Where a release brings its NATS, each service is a user of it with exactly the rights that the contracts give today. */
export const checkNatsUsers = (manifests: readonly Manifest[]): string[] => {
  const configuration = manifests.find(({ metadata }) => metadata.name.endsWith('-nats-users'))?.data?.[
    'authorization.conf'
  ];
  if (configuration === undefined) return [];
  const lines = configuration.split('\n').map((line) => line.trim());
  const wanted = natsUsers().trimEnd().split('\n');
  return serviceNames.flatMap((service, index) => {
    const user = wanted[index];
    return user !== undefined && lines.includes(user)
      ? []
      : [`${service}: its NATS user does not have the rights of the contracts`];
  });
};
