import { eventually } from '@freight/testing';
import type { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guardedAgent } from '../targets/guarded-agent.ts';
import { type Answering, hang, type Receiver, reset, startReceiver, status } from './receiver.fixture.ts';
import { sendWebhook } from './send-webhook.ts';

let receiver: Receiver;
let agent: Agent;

beforeEach(async () => {
  receiver = await startReceiver();
  agent = guardedAgent({ policy: { allowInsecure: true }, connectTimeoutMs: 1_000 });
});
afterEach(async () => {
  await agent.destroy();
  await receiver.stop();
});

const now = new Date('2026-11-21T12:00:00Z');
const send = (answering: Answering = status(200, 'ok'), { timeoutMs = 5_000, url = receiver.url } = {}) => {
  receiver.answerWith(answering);
  return sendWebhook(agent, { url, headers: { 'x-test': '1' }, body: Buffer.from('{"a":"ü"}'), timeoutMs }, () => now);
};

/** Chunks for as long as somebody takes them. */
const flood =
  (code: number, chunk: string, totalBytes: number, everyMs = 0): Answering =>
  (response) => {
    response.writeHead(code);
    let written = 0;
    const write = (): void => {
      if (response.destroyed || written >= totalBytes) return void response.end();
      written += chunk.length;
      const hasRoom = response.write(chunk);
      if (everyMs > 0) setTimeout(write, everyMs);
      else if (hasRoom) setImmediate(write);
      else response.once('drain', write);
    };
    write();
  };

describe('an answer', () => {
  test('is given with its status and the beginning of its body', async () => {
    expect(await send(status(404, 'no such hook'))).toEqual({
      kind: 'answered',
      status: 404,
      body: 'no such hook',
      retryAfterMs: undefined,
    });
    expect(receiver.received[0]).toMatchObject({ body: '{"a":"ü"}', headers: { 'x-test': '1' } });
  });

  test('is cut after 1 KiB, between two characters', async () => {
    const answer = await send(status(200, `x${'ü'.repeat(2_000)}`));
    expect(answer).toMatchObject({ kind: 'answered', body: `x${'ü'.repeat(511)}` });
  });

  test('that PostgreSQL would refuse is made storable', async () => {
    const answer = await send((response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
    expect(answer).toMatchObject({ kind: 'answered', body: 'a\uFFFD\uFFFDb' });
  });

  test.each([
    ['20', 20_000],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
  ])('with Retry-After %j asks to wait %j ms', async (value, expected) => {
    const answer = await send(status(503, '', { 'retry-after': value }));
    expect(answer).toMatchObject({ kind: 'answered', retryAfterMs: expected });
  });

  test('that redirects is not followed', async () => {
    const target = await startReceiver();
    const answer = await send(status(308, '', { location: target.url }));
    expect(answer).toMatchObject({ kind: 'answered', status: 308 });
    expect(target.received).toEqual([]);
    await target.stop();
  });

  test('of 100 MB costs neither memory nor time: the connection is dropped', async () => {
    const before = process.memoryUsage().rss;
    const answer = await send(flood(200, 'x'.repeat(65_536), 100 * 1_024 * 1_024));
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(1_024) });
    await eventually(() => expect(receiver.open()).toBe(0));
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_024 * 1_024);
  });

  test('whose body drips holds nobody up: the status decides', async () => {
    const answer = await send(flood(200, 'x', 1_000, 300));
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: expect.stringMatching(/^x{1,10}$/) });
    await eventually(() => expect(receiver.open()).toBe(0));
  });

  test('leaves the connection open for later requests', async () => {
    for (let request = 0; request < 20; request += 1) await send(status(200, 'thanks'));
    expect(receiver.received.length).toBe(20);
    // The next request may begin in the moment before the first connection is free again.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });
});

describe('no answer', () => {
  test('within the time allowed is a timeout', async () => {
    expect(await send(hang, { timeoutMs: 100 })).toEqual({ kind: 'timeout', error: 'no answer within 0.1 s' });
    await eventually(() => expect(receiver.open()).toBe(0));
  });

  test('because headers drip is a timeout', async () => {
    const answer = await send(
      (response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => response.socket?.write('X-A: 1\r\n'), 20);
        response.on('close', () => clearInterval(drip));
      },
      { timeoutMs: 200 },
    );
    expect(answer).toEqual({ kind: 'timeout', error: 'no answer within 0.2 s' });
  });

  test('because the connection is reset says so', async () => {
    expect(await send(reset)).toEqual({ kind: 'failed', error: 'connection reset' });
  });

  test('because the connection closes says so', async () => {
    expect(await send((response) => response.socket?.end())).toEqual({
      kind: 'failed',
      error: 'connection closed before an answer',
    });
  });

  test('because nobody listens says so', async () => {
    const gone = await startReceiver();
    await gone.stop();
    expect(await send(hang, { url: gone.url })).toEqual({ kind: 'failed', error: 'connection refused' });
  });

  test('that is not HTTP is a failure, not a crash', async () => {
    const answer = await send((response) => response.socket?.end('220 smtp.example.com ESMTP\r\n'));
    expect(answer).toEqual({ kind: 'failed', error: 'the answer was not HTTP' });
  });
});
