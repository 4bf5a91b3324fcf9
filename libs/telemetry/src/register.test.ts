import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';

const run = async (env: NodeJS.ProcessEnv, script: string): Promise<string> => {
  const child = spawn(
    process.execPath,
    ['--import', '@freight/telemetry/register', '--input-type=module', '--eval', script],
    { cwd: import.meta.dirname, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
};

test('with an exporter a request that comes in over HTTP has a span, also under ES modules', async () => {
  const output = await run(
    { OTEL_TRACES_EXPORTER: 'console', OTEL_SERVICE_NAME: 'tests' },
    `
      import { createServer } from 'node:http';
      import { once } from 'node:events';
      import { injectTrace } from '@freight/telemetry';
      const server = createServer((request, response) => response.end(injectTrace())).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const answer = await fetch('http://127.0.0.1:' + server.address().port, { headers: { traceparent } });
      console.log('inside', await answer.text());
      server.close();
      const { shutdownTelemetry } = await import('@freight/telemetry');
      await shutdownTelemetry();
      process.exit(0);
    `,
  );
  expect(output).toMatch(/^inside 00-[\da-f]{32}-/m);
  // 1 is SpanKind.SERVER.
  expect(output).toMatch(/kind: 1,/);
});

const countAndShow = `
  import { collectMetrics, counter, durationHistogram, withRequestTrace, injectTrace } from '@freight/telemetry';
  counter('freight_test', { description: 'Counted by a test' })({ outcome: 'OK' }, 3);
  durationHistogram('freight_wait', { description: 'Waited by a test' })(0.004);
  console.log(await collectMetrics());
  await withRequestTrace(undefined, async () => { await 0; console.log('trace', injectTrace()); });
  process.exit(0);
`;

test('without an exporter a process counts for Prometheus and has trace ids', async () => {
  const output = await run({}, countAndShow);
  expect(output).toMatch(/^freight_test_total\{.*outcome="OK".*\} 3$/m);
  expect(output).toMatch(/^freight_wait_seconds_bucket\{.*le="0.005".*\} 1$/m);
  expect(output).toMatch(/^trace 00-[\da-f]{32}-[\da-f]{16}-01$/m);
});

test('with an exporter whose collector is down a process works the same', async () => {
  const output = await run(
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SERVICE_NAME: 'tests' },
    countAndShow,
  );
  expect(output).toMatch(/^freight_test_total\{.*\} 3$/m);
  expect(output).toMatch(/^trace 00-[\da-f]{32}-[\da-f]{16}-01$/m);
});
