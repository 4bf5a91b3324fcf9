// Loaded before anything else: `node --import @freight/telemetry/register main.ts`.
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { installMetrics } from './metrics.ts';

const tracesExporter = process.env.OTEL_TRACES_EXPORTER;
const exporterIsConfigured =
  process.env.OTEL_SDK_DISABLED !== 'true' &&
  tracesExporter !== 'none' &&
  (tracesExporter !== undefined ||
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined);

if (exporterIsConfigured) {
  // Instrumentation costs a second at start and processor time per call, so it is loaded only where its spans go somewhere.
  const { startExporting } = await import('./exporting.ts');
  startExporting();
} else {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  installMetrics();
}
