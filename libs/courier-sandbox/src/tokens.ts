import type { CourierCode } from '@freight/contracts';
import type { World } from './dialect.ts';

/** Makes a token that lives so long, and remembers it. */
export const issueToken = (world: World, courier: CourierCode, lifeMs: number): string => {
  const token = `sandbox.${courier}.${world.nextNumber(12)}`;
  world.store.keepNote(courier, `token/${token}`, world.now().getTime() + lifeMs);
  return token;
};

/** Is this a token of ours that has not run out? */
export const isLiveToken = (world: World, courier: CourierCode, token: unknown): boolean => {
  const expiresAt = typeof token === 'string' ? world.store.note(courier, `token/${token}`) : undefined;
  return typeof expiresAt === 'number' && expiresAt > world.now().getTime();
};

/** The token of an `Authorization: Bearer …` header. */
export const bearerOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header.startsWith('Bearer ') ? header.slice(7) : undefined;
