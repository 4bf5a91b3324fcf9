import { FreightError, getTrackingPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, type TestGateway, type TestWorld } from '../gateway.fixture.ts';

describe('the tracking page', () => {
  let world: TestWorld;
  let gateway: TestGateway;
  const asked: string[] = [];
  beforeAll(async () => {
    world = await createTestWorld();
    gateway = await world.startGateway();
    await world.stub(
      implement(getTrackingPage, async (_deps: object, _context, { awb }) => {
        asked.push(awb);
        if (awb === 'nobody') throw new FreightError('NOT_FOUND');
        if (awb === 'broken') throw new Error('a host name, a statement');
        return {
          html: '<!doctype html><p>On its way',
          contentSecurityPolicy: "default-src 'none'; img-src https://a.example",
        };
      }),
    );
    await world.bus.flush();
  });
  afterAll(() => world.stop());

  it('is HTML without a key, under the policy that came with it, and kept by nobody on the way', async () => {
    const { status, text, headers } = await gateway.send('GET', '/t/1316%2F12');
    expect([status, text]).toEqual([200, '<!doctype html><p>On its way']);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; img-src https://a.example");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(asked.at(-1)).toBe('1316/12');
  });

  it.each([
    ['nobody', 404, 'Shipment not found'],
    ['x'.repeat(200), 404, 'Shipment not found'],
    ['broken', 500, 'Not available right now'],
  ])('of %s is a page with status %d that says what a buyer can do', async (awb, expected, title) => {
    const { status, text, headers } = await gateway.send('GET', `/t/${awb}`);
    expect([status, headers.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).not.toMatch(/host name|statement|success|NOT_FOUND|INTERNAL/);
  });

  it('is limited like everything that needs no key, and still a page then', async () => {
    const limited = await world.startGateway({ PUBLIC_RATE_LIMIT_PER_SECOND: '1', PUBLIC_RATE_LIMIT_BURST: '2' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => limited.send('GET', '/t/1')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, text } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).toContain('Please try again');
    }
  });

  it('is a GET', async () => {
    const { status, headers } = await gateway.send('POST', '/t/1', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
