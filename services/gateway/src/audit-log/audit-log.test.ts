import { FreightError, rechargeWallet } from '@freight/contracts';
import { openDatabase } from '@freight/database';
import { implement } from '@freight/messaging';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asOperator,
  createKey,
  createOrganization,
  createTestWorld,
  type TestGateway,
  type TestWorld,
} from '../gateway.fixture.ts';

let world: TestWorld;
let gateway: TestGateway;

const transaction = {
  id: 'wtx_1',
  type: 'CREDIT',
  category: 'RECHARGE',
  amount: 100,
  balanceAfter: 100,
  description: 'Recharge',
  referenceType: 'recharge',
  referenceId: 'r1',
  awbNumber: null,
  orderReferenceNumber: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

beforeAll(async () => {
  world = await createTestWorld();
  gateway = await world.startGateway();
  await world.stub(
    implement(rechargeWallet, async (_deps: object, _context, { reference }) => {
      if (reference === 'refused') throw new FreightError('NOT_FOUND');
      return { ...transaction, referenceId: reference };
    }),
  );
});
afterAll(() => world.stop());

type Entry = { actor: string; operation: string; requestId: string; before: unknown; after: unknown };

const entriesOf = async (organizationId: string, query = ''): Promise<Entry[]> => {
  const { json } = await gateway.send('GET', `/operator/v1/audit-log?organizationId=${organizationId}${query}`, {
    headers: asOperator,
  });
  return json.data as Entry[];
};

describe('the audit log', () => {
  it('tells of an organization’s changes with the state before and after, newest first', async () => {
    const id = await createOrganization(gateway);
    await gateway.send('PATCH', `/operator/v1/organizations/${id}`, {
      headers: { ...asOperator, 'x-request-id': 'why-approved' },
      body: { kycStatus: 'APPROVED', isSuspended: true },
    });
    const [patched, created] = await entriesOf(id);
    expect(patched).toMatchObject({
      actor: 'operator:operator',
      operation: 'gateway.patch-organization',
      requestId: 'why-approved',
      before: { kycStatus: 'PENDING', isSuspended: false },
      after: { kycStatus: 'APPROVED', isSuspended: true },
    });
    expect(created).toMatchObject({ operation: 'gateway.create-organization', before: null, after: { id } });
  });

  it('tells of keys made and revoked, by whom, and never their value', async () => {
    const id = await createOrganization(gateway);
    const owner = await createKey(gateway, id);
    await gateway.send('POST', '/api/v1/settings/api-keys', { key: owner.key, body: { name: 'second' } });
    await gateway.send('DELETE', `/api/v1/settings/api-keys/${owner.id}`, { key: owner.key });
    const entries = await entriesOf(id);
    expect(entries.map(({ operation, actor }) => [operation, actor])).toEqual([
      ['gateway.revoke-api-key', `api-key:${owner.id}`],
      ['gateway.create-api-key', `api-key:${owner.id}`],
      ['gateway.create-organization-api-key', 'operator:operator'],
      ['gateway.create-organization', 'operator:operator'],
    ]);
    expect(entries[0]).toMatchObject({ before: { isActive: true }, after: { isActive: false } });
    expect(JSON.stringify(entries)).not.toContain(owner.key.slice(12, -4));
  });

  it('tells of what an operator changes in other services, and what came of it', async () => {
    const id = await createOrganization(gateway);
    const recharge = (reference: string) =>
      gateway.send('POST', `/operator/v1/organizations/${id}/wallet/recharges`, {
        headers: asOperator,
        body: { amount: 100, reference },
      });
    await recharge('r1');
    await recharge('refused');
    const [refused, done] = await entriesOf(id);
    expect(done).toMatchObject({
      operation: 'billing.recharge-wallet',
      after: { request: { amount: 100, reference: 'r1' }, status: 201, answer: { id: 'wtx_1' } },
    });
    expect(refused).toMatchObject({ after: { request: { reference: 'refused' }, status: 404, code: 'NOT_FOUND' } });
  });

  it('holds a change that was refused as nothing happened: no entry for input that is not valid', async () => {
    const id = await createOrganization(gateway);
    await gateway.send('PATCH', `/operator/v1/organizations/${id}`, { headers: asOperator, body: { kycStatus: 'X' } });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('is filtered by time, `to` included', async () => {
    const id = await createOrganization(gateway);
    const today = new Date().toISOString().slice(0, 10);
    expect(await entriesOf(id, `&from=${today}&to=${today}`)).toHaveLength(1);
    expect(await entriesOf(id, '&to=2020-01-01')).toEqual([]);
    expect(await entriesOf(id, '&from=2099-01-01T00:00:00Z')).toEqual([]);
  });

  it.each([
    'update audit_entries set actor = $$x$$',
    'delete from audit_entries',
    'delete from audit_outcomes',
    'truncate audit_entries cascade',
  ])('cannot be edited, by the service or by the administrator: %s', async (statement) => {
    await createOrganization(gateway);
    const admin = openDatabase({ url: world.adminUrl, schema: 'gateway', poolSize: 1, applicationName: 'tests' });
    const run = (text: string) => sql.raw(text).execute(admin.db);
    await expect(run(statement)).rejects.toThrow(/append-only/);
    await run('set role freight_test_gateway');
    await expect(run(statement)).rejects.toThrow(/permission denied/);
    await admin.close();
  });
});
