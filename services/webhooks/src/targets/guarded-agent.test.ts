import { createServer } from 'node:https';
import type { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../delivery/receiver.fixture.ts';
import { sendWebhook } from '../delivery/send-webhook.ts';
import { certificates } from './certificates.fixture.ts';
import { guardedAgent } from './guarded-agent.ts';

const secure = { allowInsecure: false };
const insecure = { allowInsecure: true };
const agents: Agent[] = [];
afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.destroy())));

const post = (url: string, options: Omit<Parameters<typeof guardedAgent>[0], 'connectTimeoutMs'>) => {
  const agent = guardedAgent({ ...options, connectTimeoutMs: 1_000 });
  agents.push(agent);
  return sendWebhook(agent, { url, headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 }, () => new Date());
};

describe('a dial', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  const portOf = ({ url }: Receiver) => new URL(url).port;

  test.each([
    ['https://127.0.0.1', 'target must be a public address'],
    ['https://[::1]', 'target must be a public address'],
    ['https://[::ffff:7f00:1]', 'target must be a public address'],
    ['https://localhost.', 'target must be a public address'],
    ['http://8.8.8.8', 'target must be an https address'],
  ])('to %s is refused before anything is sent', async (origin, error) => {
    expect(await post(`${origin}:${portOf(receiver)}/`, { policy: secure })).toEqual({ kind: 'failed', error });
    expect(receiver.connections()).toBe(0);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['v4-mapped loopback', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '10.0.0.1']],
    ['metadata', ['169.254.169.254']],
  ])('to a name that resolves to %s is refused', async (_, addresses) => {
    const answer = await post(`https://example.com:${portOf(receiver)}/`, {
      policy: secure,
      resolve: async () => addresses,
    });
    expect(answer).toEqual({ kind: 'failed', error: 'target must be a public address' });
    expect(receiver.connections()).toBe(0);
  });

  test('looks at what the name resolves to each time: a name that turns to a private address is refused then', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const agent = guardedAgent({
      policy: insecure,
      connectTimeoutMs: 1_000,
      resolve: async () => answers.shift() ?? [],
    });
    agents.push(agent);
    const send = () =>
      sendWebhook(
        agent,
        {
          url: `http://example.com:${portOf(receiver)}/`,
          headers: { connection: 'close' },
          body: Buffer.from('{}'),
          timeoutMs: 5_000,
        },
        () => new Date(),
      );
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 });
    expect(await send()).toEqual({ kind: 'failed', error: 'target must be a public address' });
    expect(receiver.received.length).toBe(1);
  });

  test('says nothing of why a name does not resolve but that it does not', async () => {
    const resolve = () =>
      Promise.reject(Object.assign(new Error('queryA ENOTFOUND secret.example'), { code: 'ENOTFOUND' }));
    expect(await post('https://example.com/', { policy: secure, resolve })).toEqual({
      kind: 'failed',
      error: 'host name not found',
    });
  });

  test('with the development switch reaches localhost without asking a resolver', async () => {
    const resolve = () => Promise.reject(new Error('asked'));
    expect(await post(`http://localhost:${portOf(receiver)}/`, { policy: insecure, resolve })).toMatchObject({
      kind: 'answered',
      status: 200,
    });
  });
});

describe('TLS', () => {
  const startTls = (name: keyof typeof certificates) =>
    startReceiver(undefined, (listener) => createServer(certificates[name], listener));

  test.each([
    ['valid', 'good.test', true, { kind: 'answered', status: 200 }],
    ['valid', 'good.test', false, { kind: 'failed', error: 'TLS: incomplete certificate chain' }],
    ['valid', 'other.test', true, { kind: 'failed', error: 'TLS: certificate is for another host' }],
    ['expired', 'good.test', true, { kind: 'failed', error: 'TLS: certificate has expired' }],
    ['ca', 'good.test', false, { kind: 'failed', error: 'TLS: self-signed certificate' }],
  ] as const)(
    'with the %s certificate for %s (authority trusted: %j) gives %j',
    async (name, host, isTrusted, expected) => {
      const receiver = await startTls(name);
      const { port } = new URL(receiver.url);
      const answer = await post(`https://${host}:${port}/`, {
        policy: insecure,
        resolve: async () => ['127.0.0.1'],
        ...(isTrusted ? { ca: certificates.ca.cert } : {}),
      });
      expect(answer).toMatchObject(expected);
      await receiver.stop();
    },
  );
});
