import { FreightError, getDocument } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, type TestGateway, type TestWorld } from '../gateway.fixture.ts';

describe('a file', () => {
  let world: TestWorld;
  let gateway: TestGateway;
  beforeAll(async () => {
    world = await createTestWorld();
    gateway = await world.startGateway();
  });
  afterAll(() => world.stop());

  let stopStub = async (): Promise<void> => {};
  afterEach(() => stopStub());

  /** Serves a document of these pieces; the cursor counts them. */
  const serveDocument = async (pieces: readonly string[], failAt?: number) => {
    const asked: (string | undefined)[] = [];
    const served = await world.stub(
      implement(getDocument, async (_deps: object, _context, { cursor }) => {
        asked.push(cursor);
        const index = Number(cursor ?? 0);
        if (index === failAt) throw new FreightError('NOT_FOUND');
        return {
          contentType: 'application/zip',
          fileName: 'invoices.zip',
          bytes: Buffer.from(pieces[index] ?? ''),
          ...(index + 1 < pieces.length ? { next: String(index + 1) } : {}),
        };
      }),
    );
    stopStub = served.drain;
    return asked;
  };

  const path = '/api/v1/documents/token';

  it('of one piece is answered with its length', async () => {
    await serveDocument(['whole']);
    const { status, headers, text } = await gateway.send('GET', path);
    expect([status, text, headers.get('content-length')]).toEqual([200, 'whole', '5']);
    expect(headers.get('content-disposition')).toContain('filename="invoices.zip"');
  });

  it('of several is the pieces one after the other', async () => {
    const asked = await serveDocument(['PK', '\u0003\u0004', 'end']);
    const { status, headers, text } = await gateway.send('GET', path);
    expect([status, text, headers.get('content-type')]).toEqual([200, 'PK\u0003\u0004end', 'application/zip']);
    expect(asked).toEqual([undefined, '1', '2']);
  });

  it('begins at the beginning, whatever cursor a client makes up', async () => {
    await serveDocument(['0', '1']);
    expect((await gateway.send('GET', `${path}?cursor=1`)).text).toBe('01');
  });

  it('that breaks off ends in a broken connection and not in half a document', async () => {
    await serveDocument(['0', '1'], 1);
    await expect(gateway.send('GET', path)).rejects.toThrow(/terminated|aborted|closed/);
  });

  it('that is not there is 404 in the envelope', async () => {
    await serveDocument(['0'], 0);
    const { status, json } = await gateway.send('GET', path);
    expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
  });
});
