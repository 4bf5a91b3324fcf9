import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { beforeAll, expect, test } from 'vitest';
import { injectTrace, inSpan, runWithTrace, withRequestTrace } from './trace.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

test('a request goes on in the trace of its caller, across awaits', async () => {
  await withRequestTrace(traceparent, async () => {
    await Promise.resolve();
    expect(injectTrace()).toBe(traceparent);
  });
});

test.each([undefined, '', 'garbage', '00-00000000000000000000000000000000-b7ad6b7169203331-01'])(
  'a request with traceparent %s gets a trace of its own',
  (odd) => {
    const [first, second] = [withRequestTrace(odd, injectTrace), withRequestTrace(odd, injectTrace)];
    expect(first).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(second).not.toBe(first);
  },
);

test('work without a trace stays without one', () => {
  expect(runWithTrace(undefined, injectTrace)).toBeUndefined();
});

test('a span without an exporter keeps the trace and throws on what its work throws', async () => {
  await withRequestTrace(traceparent, async () => {
    await expect(
      inSpan('test', {}, async () => {
        expect(injectTrace()).toContain('0af7651916cd43dd8448eb211c80319c');
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
  });
});
