import { FreightError, testTenantOf } from '@freight/contracts';
import type { Kysely } from 'kysely';
import { findKeyHolder, markKeysUsed } from '../api-keys/api-key.store.ts';
import type { Rate } from '../limits/limiter.ts';
import type { Tables } from '../tables.ts';
import { hasKeyForm, type KeyMode, keyDigest, keyFacts } from './key-format.ts';

/** Whom a key speaks for, as far as the gateway needs it on each request. */
export type KeyHolder = {
  keyId: string;
  organizationId: string;
  /** The organization, or its test tenant for a test key. */
  tenantId: string;
  mode: KeyMode;
  /** Milliseconds since 1970; checked at each use, since a remembered key runs out too. */
  expiresAt: number | undefined;
  isSuspended: boolean;
  rate: Rate;
};

/** What has changed: one key, or whatever belongs to an organization. */
export type KeyChange = { organizationId: string; keyId?: string | undefined };

export type KeyDirectory = {
  /** Does the key look like one of ours? Costs no look-up. */
  couldBeKey: (key: string) => boolean;
  /** The holder from memory, without waiting; undefined when it must be looked up. */
  remembered: (key: string) => KeyHolder | undefined;
  /** The holder from the database; undefined for a key that is unknown or revoked. */
  lookUp: (key: string) => Promise<KeyHolder | undefined>;
  /** Drops what is remembered of an organization or one key, here. */
  forget: (change: KeyChange) => void;
  /** Drops everything: changes may have been missed. */
  forgetAll: () => void;
  /** Writes down which keys were used since the last time; each key at most once a minute. */
  flushUsage: () => Promise<void>;
};

export type KeyDirectoryOptions = {
  db: Kysely<Tables>;
  defaultRate: Rate;
  cacheMs: number;
  /** A key of any form that is accepted as well-formed: the demonstration key, whose hash this process knows. */
  demoKey?: string | undefined;
  /** While false nothing is remembered: revocations cannot be heard. */
  hearsChanges: () => boolean;
  now?: () => number;
};

type Entry = { holder: KeyHolder; staleAt: number; usageNotedAt: number };

/** Keys remembered by one gateway; beyond it the least recently looked up makes room. */
const maxEntries = 50_000;
const usageIntervalMs = 60_000;

/**
 * Remembers who holds a key for `cacheMs`. A change that other gateways announce reaches `forget`; a look-up that was under way
 * meanwhile is not remembered, because it may have read the row before the change.
 */
export const createKeyDirectory = (options: KeyDirectoryOptions): KeyDirectory => {
  const { db, defaultRate, cacheMs, demoKey, hearsChanges, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  const lookUps = new Map<string, Promise<KeyHolder | undefined>>();
  const used = new Map<string, { organizationId: string; keyId: string }>();
  const demoDigest = demoKey === undefined ? undefined : keyDigest(demoKey);
  let changes = 0;

  const noteUse = (entry: Entry, at: number): void => {
    if (at - entry.usageNotedAt < usageIntervalMs) return;
    entry.usageNotedAt = at;
    const { organizationId, keyId } = entry.holder;
    used.set(keyId, { organizationId, keyId });
  };

  const remember = (digest: string, entry: Entry): void => {
    entries.delete(digest);
    entries.set(digest, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
  };

  const read = async (key: string, digest: string): Promise<KeyHolder | undefined> => {
    const changesBefore = changes;
    const row = await findKeyHolder(db, keyFacts(key).hash);
    if (row === undefined) return undefined;
    const holder: KeyHolder = {
      keyId: row.id,
      organizationId: row.organization_id,
      tenantId: row.mode === 'test' ? testTenantOf(row.organization_id) : row.organization_id,
      mode: row.mode,
      expiresAt: row.expires_at?.getTime(),
      isSuspended: row.is_suspended,
      rate: rateOf(row, defaultRate),
    };
    const at = now();
    const entry = { holder, staleAt: at + cacheMs, usageNotedAt: row.last_used_at?.getTime() ?? 0 };
    noteUse(entry, at);
    if (changes === changesBefore && hearsChanges()) remember(digest, entry);
    return holder;
  };

  const forgetAll = (): void => {
    changes += 1;
    entries.clear();
  };

  return {
    couldBeKey: (key) => hasKeyForm(key) || (demoDigest !== undefined && keyDigest(key) === demoDigest),
    remembered: (key) => {
      const entry = entries.get(keyDigest(key));
      const at = now();
      if (entry === undefined || entry.staleAt <= at) return undefined;
      noteUse(entry, at);
      return entry.holder;
    },
    lookUp: (key) => {
      const digest = keyDigest(key);
      const underWay = lookUps.get(digest);
      if (underWay !== undefined) return underWay;
      const lookUp = read(key, digest).finally(() => lookUps.delete(digest));
      lookUps.set(digest, lookUp);
      return lookUp;
    },
    forget: ({ organizationId, keyId }) => {
      changes += 1;
      // Requests that arrive from now on must not join a look-up that may have read the old row.
      lookUps.clear();
      for (const [digest, { holder }] of entries) {
        if (holder.organizationId !== organizationId) continue;
        if (keyId === undefined || holder.keyId === keyId) entries.delete(digest);
      }
    },
    forgetAll: () => {
      lookUps.clear();
      forgetAll();
    },
    flushUsage: async () => {
      if (used.size === 0) return;
      const keys = [...used.values()];
      used.clear();
      await markKeysUsed(db, keys);
    },
  };
};

/** Refuses a holder whose key has run out or whose organization is suspended. */
export const assertMayCall = ({ expiresAt, isSuspended }: KeyHolder, now: number): void => {
  if (expiresAt !== undefined && expiresAt <= now) throw invalidKey();
  if (isSuspended) throw new FreightError('FORBIDDEN', { message: 'This organization is suspended' });
};

export const missingKey = (): FreightError => new FreightError('UNAUTHENTICATED', { message: 'Access token required' });

export const invalidKey = (): FreightError =>
  new FreightError('UNAUTHENTICATED', { message: 'Invalid, revoked, or expired API key' });

const rateOf = (row: { rate_per_second: number | null; rate_burst: number | null }, defaultRate: Rate): Rate =>
  row.rate_per_second === null || row.rate_burst === null
    ? defaultRate
    : { perSecond: row.rate_per_second, burst: row.rate_burst };
