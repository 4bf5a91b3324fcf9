import { events, operations, type ServiceName } from '@freight/contracts';
import { nkeys } from 'nats';
import { busPermissions } from './permissions.ts';

export type Nkey = {
  /** The secret half, for the service's environment: `NATS_NKEY_SEED`. */
  seed: string;
  /** The public half, for the server's configuration. */
  public: string;
};

/** A new pair of keys for one NATS user. */
export const newNkey = (): Nkey => {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), public: pair.getPublicKey() };
};

/** Public half of a seed that exists already. */
export const nkeyPublicOf = (seed: string): string => nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();

export type NatsUser = { service: ServiceName; nkeyPublic: string };

/**
 * The `authorization` block of a nats-server configuration: one user per service, each with the rights that the contract gives
 * it and no others. Written as JSON values, which the server's configuration language includes.
 */
export const natsAuthorizationConfig = (users: readonly NatsUser[]): string => {
  const blocks = users.map(({ service, nkeyPublic }) => {
    const { publish, subscribe, replyWithinMs } = busPermissions(service, operations, events);
    const permissions = {
      publish: { allow: publish },
      subscribe: { allow: subscribe },
      allow_responses: { max: 1, expires: `${replyWithinMs}ms` },
    };
    return `    # ${service}\n    ${JSON.stringify({ nkey: nkeyPublic, permissions })}`;
  });
  return `authorization {\n  users = [\n${blocks.join('\n')}\n  ]\n}\n`;
};
