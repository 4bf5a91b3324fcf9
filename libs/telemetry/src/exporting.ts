import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { prometheusReader } from './metrics.ts';
import { onTelemetryShutdown } from './shutdown.ts';

/**
 * Starts the OpenTelemetry SDK with its instrumentations, exporting as the standard OTEL_* variables say. An exporter that cannot
 * reach its collector drops what it holds and disturbs nobody.
 */
export const startExporting = (): void => {
  // Detectors for clouds call metadata addresses at start, which hang outside those clouds.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,host,process';
  // Without this hook the instrumentations see require() only: no inbound HTTP span, no span of hono or pg under ES modules.
  register();
  const sdk = new NodeSDK({
    metricReaders: [prometheusReader(), ...otlpMetricReaders()],
    instrumentations: [
      getNodeAutoInstrumentations({
        // One span per file or socket operation says nothing about freight and costs more than the rest together.
        '@opentelemetry/instrumentation-fs': { enabled: false },
        '@opentelemetry/instrumentation-net': { enabled: false },
        '@opentelemetry/instrumentation-dns': { enabled: false },
        // The logger's mixin writes the trace ids already.
        '@opentelemetry/instrumentation-pino': { enabled: false },
      }),
    ],
  });
  sdk.start();
  onTelemetryShutdown(() => sdk.shutdown());
};

const otlpMetricReaders = (): PeriodicExportingMetricReader[] => {
  const { OTEL_METRICS_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT } = process.env;
  const wanted =
    OTEL_METRICS_EXPORTER === undefined
      ? (OTEL_EXPORTER_OTLP_ENDPOINT ?? OTEL_EXPORTER_OTLP_METRICS_ENDPOINT) !== undefined
      : OTEL_METRICS_EXPORTER.split(',').includes('otlp');
  return wanted ? [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })] : [];
};
