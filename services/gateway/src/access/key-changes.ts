import { type Bus, broadcast, onBroadcast } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import { z } from 'zod';
import type { KeyChange, KeyDirectory } from './key-directory.ts';

const topic = 'keys-changed';
const keyChange = z.object({ organizationId: z.string(), keyId: z.string().optional() });

type Announcer = { keys: Pick<KeyDirectory, 'forget'>; bus: Bus; log: Logger };

/**
 * Tells every gateway that a key or an organization changed; resolves when the bus has it. A gateway that cannot be told
 * remembers nothing while it is cut off, and what it remembered before goes stale within seconds.
 */
export const announceKeyChange = async ({ keys, bus, log }: Announcer, change: KeyChange): Promise<void> => {
  keys.forget(change);
  if (!bus.isConnected()) return;
  broadcast(bus, topic, change);
  try {
    await bus.flush();
  } catch (error) {
    log.warn({ err: error, ...change }, 'key change not announced');
  }
};

/** Keeps a directory true: forgets what others announce, and everything when the connection was lost meanwhile. */
export const followKeyChanges = (bus: Bus, keys: Pick<KeyDirectory, 'forget' | 'forgetAll'>): (() => void) => {
  bus.onDisconnect(() => keys.forgetAll());
  bus.onReconnect(() => keys.forgetAll());
  return onBroadcast(bus, topic, keyChange, (change) => keys.forget(change));
};
