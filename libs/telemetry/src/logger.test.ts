import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { beforeAll, expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { withRequestTrace } from './trace.ts';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

const logged = (write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown> => {
  let line = '';
  write(createLogger({ service: 'tests', destination: { write: (text) => (line = text) } }));
  return JSON.parse(line);
};

test('a line names service, level, time and the ids of its trace', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const line = logged((log) => withRequestTrace(traceparent, () => log.info({ requestId: 'r1' }, 'handled')));
  expect(line).toMatchObject({
    service: 'tests',
    level: 'info',
    msg: 'handled',
    requestId: 'r1',
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: 'b7ad6b7169203331',
  });
});

test('an error is written with the chain of its causes', () => {
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const line = logged((log) => log.error({ err: new Error('no database', { cause }) }, 'failed'));
  expect(line).toMatchObject({
    err: { message: 'no database', cause: { message: 'connection refused', code: 'ECONNREFUSED' } },
  });
});

test.each(['authorization', 'x-api-key', 'password', 'secret', 'token', 'nkeySeed'])(
  'the value of %s never reaches the log, on the first and the second level',
  (field) => {
    const line = logged((log) => log.info({ [field]: 'hush', headers: { [field]: 'hush' } }, 'x'));
    expect(JSON.stringify(line)).not.toContain('hush');
  },
);
