// The merchants' side of a benchmark, a process of its own: one HTTP server for each receiver, which behaves as it is told and
// notes how old each webhook was when its last byte came. Started by `startReceivers`.
import { createServer, type ServerResponse } from 'node:http';
import { setInterval as every } from 'node:timers/promises';
import { type Behaviour, receiverCommand, receiverPlan } from './receivers.ts';

const timestampKey = '"timestamp":"';
const isoLength = '2026-01-01T00:00:00.000Z'.length;
const dripMs = 1_000;

/** Webhooks that came since the last report: how many, and their ages in milliseconds, by group of receivers. */
let ages = new Map<string, number[]>();
/** Open, for the answers that never come. */
const hanging = new Set<ServerResponse>();

const answers: Record<Behaviour, (response: ServerResponse) => void> = {
  acknowledge: (response) => void response.writeHead(200).end('ok'),
  fail: (response) => void response.writeHead(500).end('no'),
  hang: (response) => void hanging.add(response),
  reset: (response) => void response.socket?.resetAndDestroy(),
  drip: (response) => void drip(response),
};

/** Never gets to the end of its headers: a byte a second. */
const drip = async ({ socket }: ServerResponse): Promise<void> => {
  const headers = `HTTP/1.1 200 OK\r\nX-Slow: ${'z'.repeat(1_000)}`;
  let sent = 0;
  for await (const _ of every(dripMs)) {
    if (socket === null || socket.destroyed) return;
    socket.write(headers.charAt(sent));
    sent += 1;
  }
};

const ageOf = (body: string): number => {
  const at = body.indexOf(timestampKey) + timestampKey.length;
  return Date.now() - Date.parse(body.slice(at, at + isoLength));
};

const listen = async ({ behaviour, group }: { behaviour: Behaviour; group: string }): Promise<string> => {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const known = ages.get(group);
      if (known === undefined) ages.set(group, [ageOf(body)]);
      else known.push(ageOf(body));
      answers[behaviour](response);
    });
    response.on('close', () => hanging.delete(response));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/webhooks` : '';
};

const plan = receiverPlan.parse(JSON.parse(process.argv[2] ?? '[]'));
const urls = await Promise.all(plan.map(listen));
process.on('message', (message) => {
  receiverCommand.parse(message);
  process.send?.({ ages: Object.fromEntries(ages) });
  ages = new Map();
});
process.on('disconnect', () => process.exit());
process.send?.({ urls });
