import { exportWalletTransactions, FreightError } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { eventually } from '@freight/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createKey,
  createOrganization,
  createTestWorld,
  type TestGateway,
  type TestWorld,
} from '../gateway.fixture.ts';

describe('a streamed answer', () => {
  let world: TestWorld;
  let gateway: TestGateway;
  let key: string;
  let organizationId: string;
  beforeAll(async () => {
    world = await createTestWorld();
    gateway = await world.startGateway();
    organizationId = await createOrganization(gateway);
    ({ key } = await createKey(gateway, organizationId));
  });
  afterAll(() => world.stop());

  let stopStub = async (): Promise<void> => {};
  afterEach(() => stopStub());

  const path = '/api/v1/wallet/transactions.csv';

  /** Serves pieces; the cursor counts them. */
  const servePieces = async (pieces: readonly string[], failAt?: number) => {
    const asked: { cursor: string | undefined; category: string | undefined; organizationId: string }[] = [];
    const served = await world.stub(
      implement(exportWalletTransactions, async (_deps: object, context, { cursor, category }) => {
        asked.push({ cursor, category, organizationId: context.organizationId });
        const index = Number(cursor ?? 0);
        if (index === failAt) throw new FreightError('NOT_FOUND');
        return { text: pieces[index] ?? '', next: index + 1 < pieces.length ? String(index + 1) : null };
      }),
    );
    stopStub = served.drain;
    return asked;
  };

  it('is the pieces one after the other, each asked for with the cursor of the one before', async () => {
    const asked = await servePieces(['id\r\n', 'é1\r\n', '2\r\n']);

    const { status, headers, text } = await gateway.send('GET', `${path}?category=orders`, { key });

    expect([status, text]).toEqual([200, 'id\r\né1\r\n2\r\n']);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(asked).toEqual([undefined, '1', '2'].map((cursor) => ({ cursor, category: 'orders', organizationId })));
  });

  it('begins at the beginning, whatever cursor a client makes up', async () => {
    await servePieces(['0', '1']);
    expect((await gateway.send('GET', `${path}?cursor=1`, { key })).text).toBe('01');
  });

  it('is refused in the envelope when the first piece is refused', async () => {
    await servePieces(['0'], 0);
    const { status, json } = await gateway.send('GET', path, { key });
    expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('breaks off, and does not end, when a later piece fails', async () => {
    await servePieces(['0', '1', '2'], 1);
    await expect(gateway.send('GET', path, { key })).rejects.toThrow('terminated');
  });

  it('is fetched no faster than it is read', async () => {
    const asked = await servePieces(Array.from({ length: 200 }, () => 'x'.repeat(200_000)));
    const response = await fetch(gateway.url + path, { headers: { 'x-api-key': key } });
    const reader = response.body?.getReader();
    await reader?.read();

    // What the sockets of both sides buffer is fetched, and then no more: far from the 40 MB that there are.
    let before = -1;
    await eventually(async () => {
      const now = asked.length;
      const isStill = now === before;
      before = now;
      expect(isStill).toBe(true);
    });
    expect(asked.length).toBeLessThan(100);
    await reader?.cancel();
  });
});
