import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@freight/contracts';
import { rememberedPort } from '@freight/local-stack';

export type PortName = 'postgres' | 'nats' | 'nats-monitoring' | 'sandbox' | `${ServiceName}-health`;

export type Ports = (name: PortName) => number;

const portNames: readonly PortName[] = [
  'postgres',
  'nats',
  'nats-monitoring',
  'sandbox',
  ...serviceNames.map((service) => `${service}-health` as const),
];

/**
 * A port for everything that listens beside the gateway: free now, no two alike, and the same at the next start if free then.
 *
 * @param wanted ports that were asked for; they are taken as they are
 * @param reserved ports that none of them may get
 */
export const choosePorts = async (
  directory: string,
  wanted: Partial<Record<PortName, number>>,
  reserved: readonly number[],
): Promise<Ports> => {
  const chosen = new Map<PortName, number>();
  const taken = new Set([...reserved, ...Object.values(wanted)]);
  for (const name of portNames) {
    const file = join(directory, 'ports', name);
    let port = await rememberedPort(file, wanted[name]);
    while (wanted[name] === undefined && taken.has(port)) {
      await rm(file, { force: true });
      port = await rememberedPort(file);
    }
    taken.add(port);
    chosen.set(name, port);
  }
  return (name) => {
    const port = chosen.get(name);
    if (port === undefined) throw new Error(`no port was chosen for ${name}`);
    return port;
  };
};

/** @throws Error in one sentence when something listens on the port already. */
export const requireFreePort = async (port: number, variable: string): Promise<void> => {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const reason = isTaken ? 'is in use by another program' : `cannot be used (${String(error)})`;
    throw new Error(`port ${port} of 127.0.0.1 ${reason}; set ${variable} to another one`);
  }
  server.close();
  await once(server, 'close');
};
