import { events, operations, type ServiceName } from '@freight/contracts';
import { createUser, fromSeed } from 'nkeys.js';
import { busPermissions } from './permissions.ts';

export type Nkey = {
  /** The secret half, for the service's environment: `NATS_NKEY_SEED`. */
  seed: string;
  /** The public half, for the server's configuration. */
  public: string;
};

/** A new pair of keys for one NATS user. */
export const newNkey = (): Nkey => {
  const pair = createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), public: pair.getPublicKey() };
};

/** Public half of a seed that exists already. */
export const nkeyPublicOf = (seed: string): string => fromSeed(new TextEncoder().encode(seed)).getPublicKey();

export type NatsUser = { service: ServiceName; nkeyPublic: string };

/** A person or a tool that may do everything on the bus: for development, and for looking into a running system. */
export type NatsAdministrator = { user: string; password: string };

/**
 * The `authorization` block of a nats-server configuration: one user per service, each with the rights that the contract gives
 * it and no others. Written as JSON values, which the server's configuration language includes.
 */
export const natsAuthorizationConfig = (
  users: readonly NatsUser[],
  administrators: readonly NatsAdministrator[] = [],
): string => {
  const blocks = users.map(({ service, nkeyPublic }) => {
    const { publish, subscribe, replyWithinMs } = busPermissions(service, operations, events);
    const permissions = {
      publish: { allow: publish },
      subscribe: { allow: subscribe },
      allow_responses: { max: 1, expires: `${replyWithinMs}ms` },
    };
    return `    # ${service}\n    ${JSON.stringify({ nkey: nkeyPublic, permissions })}`;
  });
  const tools = administrators.map(({ user, password }) => `    ${JSON.stringify({ user, password })}`);
  return `authorization {\n  users = [\n${[...blocks, ...tools].join('\n')}\n  ]\n}\n`;
};
