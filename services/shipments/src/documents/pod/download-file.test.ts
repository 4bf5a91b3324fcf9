import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadFile } from './download-file.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let server: Server;
let origin: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    if (url === '/elsewhere') return void answer.writeHead(302, { location: '/pod.png' }).end();
    if (url === '/html') return void answer.setHeader('content-type', 'image/png').end('<script>');
    if (url === '/large') return void answer.end(Buffer.concat([png, Buffer.alloc(6 * 1_024 * 1_024)]));
    if (url === '/missing') return void answer.writeHead(404).end(png);
    answer.end(png);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const account = (settings?: Record<string, string>, baseUrl = `${origin}/delhivery`) => ({
  courier: 'delhivery' as const,
  baseUrl,
  credentials: {},
  settings,
});

describe('a courier’s file', () => {
  test('is fetched from the account’s own origin, and is what its first bytes say', async () => {
    const file = await downloadFile(account(), `${origin}/pod.png`);
    expect(file).toMatchObject({ contentType: 'image/png' });
    expect(Buffer.from(file?.bytes ?? []).equals(png)).toBe(true);
  });

  test('is fetched from another origin only where the account names it', async () => {
    const elsewhere = 'https://courier.example';
    const before = asked.length;
    expect(await downloadFile(account(undefined, elsewhere), `${origin}/pod.png`)).toBeUndefined();
    expect(asked).toHaveLength(before);
    const allowed = account({ documentOrigins: `https://other.example, ${origin}` }, elsewhere);
    expect(await downloadFile(allowed, `${origin}/pod.png`)).toBeDefined();
  });

  test.each([
    ['leads elsewhere', '/elsewhere'],
    ['is no image and no PDF, whatever it is called', '/html'],
    ['is larger than 5 MiB', '/large'],
    ['is not there', '/missing'],
  ])('is left at the courier where it %s', async (_what, path) => {
    expect(await downloadFile(account(), origin + path)).toBeUndefined();
  });

  test.each(['', 'file:///etc/passwd', 'http://169.254.169.254/', 'http://127.0.0.1@evil.example/'])(
    '%j is not called',
    async (url) => {
      expect(await downloadFile(account(), url)).toBeUndefined();
    },
  );
});
