import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey, createOrganization, createTestWorld, type TestWorld } from '../gateway.fixture.ts';
import { createKeyDirectory, type KeyDirectory } from './key-directory.ts';

let world: TestWorld;
let organizationId: string;
let key: string;
let keyId: string;

let nowMs: number;
let hearsChanges: boolean;
let keys: KeyDirectory;

beforeAll(async () => {
  world = await createTestWorld();
  const gateway = await world.startGateway();
  organizationId = await createOrganization(gateway);
  ({ key, id: keyId } = await createKey(gateway, organizationId));
});
afterAll(() => world.stop());

beforeEach(() => {
  nowMs = Date.now();
  hearsChanges = true;
  keys = createKeyDirectory({
    db: world.db,
    defaultRate: { perSecond: 1, burst: 1 },
    cacheMs: 10_000,
    hearsChanges: () => hearsChanges,
    now: () => nowMs,
  });
});

describe('a directory of keys', () => {
  it('remembers a holder until the entry is stale', async () => {
    expect(keys.remembered(key)).toBeUndefined();
    const holder = await keys.lookUp(key);
    expect(holder).toMatchObject({ keyId, organizationId, tenantId: organizationId, mode: 'live' });
    expect(keys.remembered(key)).toEqual(holder);
    nowMs += 9_999;
    expect(keys.remembered(key)).toEqual(holder);
    nowMs += 1;
    expect(keys.remembered(key)).toBeUndefined();
  });

  it('forgets one key, an organization, or everything', async () => {
    const forget = [
      () => keys.forget({ organizationId, keyId }),
      () => keys.forget({ organizationId }),
      () => keys.forgetAll(),
    ];
    for (const change of forget) {
      await keys.lookUp(key);
      change();
      expect(keys.remembered(key)).toBeUndefined();
    }
  });

  it('keeps what another key’s change does not touch', async () => {
    await keys.lookUp(key);
    keys.forget({ organizationId, keyId: 'key_other' });
    keys.forget({ organizationId: 'org_other' });
    expect(keys.remembered(key)).toBeDefined();
  });

  it('does not remember what it read while a change was announced: the row may be the old one', async () => {
    const lookUp = keys.lookUp(key);
    keys.forget({ organizationId: 'org_any' });
    expect(await lookUp).toBeDefined();
    expect(keys.remembered(key)).toBeUndefined();
  });

  it('remembers nothing while it cannot hear of changes', async () => {
    hearsChanges = false;
    expect(await keys.lookUp(key)).toBeDefined();
    expect(keys.remembered(key)).toBeUndefined();
  });

  it('asks the database once for a crowd', async () => {
    const first = keys.lookUp(key);
    expect(keys.lookUp(key)).toBe(first);
    await first;
  });

  it('writes the last use of a key at most once a minute', async () => {
    const lastUsedAt = async () =>
      (await world.db.selectFrom('api_keys').select('last_used_at').where('id', '=', keyId).executeTakeFirstOrThrow())
        .last_used_at;
    await world.db.updateTable('api_keys').set({ last_used_at: null }).where('id', '=', keyId).execute();
    await keys.lookUp(key);
    await keys.flushUsage();
    const first = await lastUsedAt();
    expect(first).toBeInstanceOf(Date);
    keys.remembered(key);
    await keys.flushUsage();
    expect(await lastUsedAt()).toEqual(first);
  });
});
