export { errorRecord } from './error-record.ts';
export { createLogger, type Logger, type LoggerOptions } from './logger.ts';
export { collectMetrics, counter, durationHistogram, gauge } from './metrics.ts';
export { registrationUrl } from './registration-url.ts';
export { shutdownTelemetry } from './shutdown.ts';
export { activeTraceIds, injectTrace, inSpan, runWithTrace, withRequestTrace } from './trace.ts';
