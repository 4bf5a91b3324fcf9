import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../delivery/receiver.fixture.ts';
import { sendWebhook } from '../delivery/send-webhook.ts';
import { type DnsServer, startDnsServer } from './dns-server.fixture.ts';
import { guardedAgent } from './guarded-agent.ts';
import { dnsResolver } from './resolve-host.ts';

let answers: Record<string, string[]>;
let dns: DnsServer;
let receiver: Receiver;
beforeEach(async () => {
  dns = await startDnsServer((name) => answers[name] ?? []);
  receiver = await startReceiver();
});
afterEach(async () => {
  await dns.stop();
  await receiver.stop();
});

describe('a name', () => {
  test('resolves to its addresses of both families', async () => {
    answers = { 'both.example': ['8.8.8.8', '8.8.4.4', '2606:4700::1111'] };
    const addresses = await dnsResolver([dns.address])('both.example');
    expect(addresses.toSorted()).toEqual(['2606:4700::1111', '8.8.4.4', '8.8.8.8']);
  });

  test('of one family resolves to that', async () => {
    answers = { 'six.example': ['2606:4700::1111'] };
    expect(await dnsResolver([dns.address])('six.example')).toEqual(['2606:4700::1111']);
  });

  test('without addresses is a failure that says so', async () => {
    answers = {};
    await expect(dnsResolver([dns.address])('none.example')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  test('that is rebound between two dials is refused on the second', async () => {
    const first = { 'rebind.example': ['127.0.0.1'] };
    const second = { 'rebind.example': ['169.254.169.254'] };
    // The switch stands for a public first answer, which a test cannot listen on.
    const agent = guardedAgent({
      policy: { allowInsecure: true },
      connectTimeoutMs: 1_000,
      resolve: dnsResolver([dns.address]),
    });
    const url = `http://rebind.example:${new URL(receiver.url).port}/`;
    const send = () =>
      sendWebhook(
        agent,
        { url, headers: { connection: 'close' }, body: Buffer.from('{}'), timeoutMs: 5_000 },
        () => new Date(),
      );
    answers = first;
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 });
    answers = second;
    expect(await send()).toEqual({ kind: 'failed', error: 'target must be a public address' });
    await agent.destroy();
  });
});
