import { expect, test } from 'vitest';
import { readableLine } from './readable-line.ts';

const longAgo = new Date(0);
const time = new Date(2026, 10, 21, 12, 30, 1).toISOString();

const read = (process: string, fields: object) => readableLine(process, JSON.stringify({ time, ...fields }), longAgo);

test('a request is shown with method, route, status, duration, organization and request id', () => {
  const request = { level: 'info', msg: 'request', method: 'POST', route: '/api/v1/shipments', status: 201 };
  expect(read('gateway', { ...request, durationMs: 33.7, organizationId: 'org_1', requestId: 'req_1' })).toBe(
    '12:30:01 POST /api/v1/shipments 201 34 ms org_1 req_1',
  );
});

test('a refused request also shows its code', () => {
  const request = { level: 'info', msg: 'request', method: 'GET', route: '/api/v1/wallet', status: 401 };
  expect(read('gateway', { ...request, durationMs: 1, code: 'UNAUTHENTICATED', requestId: 'req_1' })).toBe(
    '12:30:01 GET /api/v1/wallet 401 1 ms UNAUTHENTICATED req_1',
  );
});

test('an event that several services hear is shown once', () => {
  const applied = { level: 'info', msg: 'event applied', subject: 'freight.events.v1.shipments.org_1.delivered' };
  expect(read('webhooks', applied)).toBe('12:30:01 event freight.events.v1.shipments.org_1.delivered');
  expect(read('billing', applied)).toBeUndefined();
});

test('a webhook attempt without answer shows why', () => {
  const attempt = { level: 'info', msg: 'webhook attempt', event: 'shipment.delivered', host: 'shop.example' };
  const outcome = { error: 'connection refused', durationMs: 4, attempt: 2, outcome: 'retry', deliveryId: 'dlv_1' };
  expect(read('webhooks', { ...attempt, ...outcome })).toBe(
    '12:30:01 webhook shipment.delivered → shop.example connection refused 4 ms attempt 2 retry dlv_1',
  );
});

test('trouble of any process is shown with its cause, on one line', () => {
  const line = { level: 'error', msg: 'not done', err: { message: 'two\nlines' }, requestId: 'req_1' };
  expect(read('rates', line)).toBe('12:30:01 ERROR rates not done: two lines req_1');
});

test.each([
  ['gateway', { level: 'info', msg: 'ready' }],
  ['billing', { level: 'info', msg: 'handled', operation: 'billing.reserve' }],
  ['sandbox', { event: 'request', method: 'POST', path: '/delhivery/x', status: 200 }],
])('what says nothing to a person stays in the log of %s', (process, line) => {
  expect(read(process, line)).toBeUndefined();
});

test('what was written before everything was ready is left out', () => {
  const request = { time, level: 'info', msg: 'request', method: 'PUT', route: '/x', status: 200 };
  expect(readableLine('gateway', JSON.stringify(request), new Date('2999-01-01'))).toBeUndefined();
});

test.each([
  ['postgres', '2026-11-21 12:51:28.922 UTC [1] FATAL:  no space left'],
  ['nats', '[7] 2026/11/21 12:51:28.692694 [ERR] disk full'],
  ['shipments', 'TypeError: undefined is not a function'],
])('plain text of %s that tells of trouble is shown: %s', (process, line) => {
  expect(readableLine(process, line, longAgo)).toMatch(`${process}: ${line}`);
});

test.each([
  ['postgres', '2026-11-21 12:51:28.922 UTC [1] LOG:  checkpoint starting: time'],
  ['nats', '[7] 2026/11/21 12:51:28.692694 [INF] Server is ready'],
  ['shipments', '  '],
])('plain text of %s that tells of none is not: %s', (process, line) => {
  expect(readableLine(process, line, longAgo)).toBeUndefined();
});
