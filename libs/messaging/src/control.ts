import type { z } from 'zod';
import { type Bus, internalsOf } from './bus.ts';

const controlSubject = (name: string): string => `freight.control.${name}`;

/**
 * Tells every replica of every service something that is only worth knowing at once: a revoked key, a filled outbox. Nobody
 * keeps it, so whoever was not connected must not depend on it.
 *
 * @example broadcast(bus, 'api-key-revoked', { keyHash });
 */
export const broadcast = (bus: Bus, name: string, data: unknown): void => {
  if (bus.isConnected()) internalsOf(bus).nc.publish(controlSubject(name), JSON.stringify(data ?? null));
};

/** Listens to a broadcast; what does not fit the schema is logged and left. Gives a function that ends it. */
export const onBroadcast = <Data extends z.ZodType>(
  bus: Bus,
  name: string,
  schema: Data,
  handler: (data: z.output<Data>) => void,
): (() => void) => {
  const { nc, log } = internalsOf(bus);
  const subscription = nc.subscribe(controlSubject(name), {
    callback: (error, message) => {
      try {
        if (error !== null) throw error;
        handler(schema.parse(JSON.parse(message.string())));
      } catch (cause) {
        log.error({ err: cause, broadcast: name }, 'broadcast not understood');
      }
    },
  });
  return () => subscription.unsubscribe();
};
