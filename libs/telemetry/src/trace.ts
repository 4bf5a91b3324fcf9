import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

/**
 * Runs `fn` as part of a trace: the caller's (W3C `traceparent`), else the active one, else a new one. So log lines, events and
 * courier calls carry a trace id even where no exporter is configured.
 */
export const withRequestTrace = <T>(traceparent: string | undefined, fn: () => T): T => {
  if (trace.getSpanContext(context.active()) !== undefined) return fn();
  return runInSpanContext(parseTraceparent(traceparent) ?? newSpanContext(), fn);
};

/** Runs `fn` in the trace that `traceparent` names; without a valid one in whatever is active. */
export const runWithTrace = <T>(traceparent: string | undefined, fn: () => T): T => {
  const remote = parseTraceparent(traceparent);
  return remote === undefined ? fn() : runInSpanContext(remote, fn);
};

/** The W3C `traceparent` of the active context, to be handed to whoever continues the work; undefined outside a trace. */
export const injectTrace = (): string | undefined => {
  const active = trace.getSpanContext(context.active());
  if (active === undefined || !isSpanContextValid(active)) return undefined;
  return `00-${active.traceId}-${active.spanId}-0${active.traceFlags & TraceFlags.SAMPLED}`;
};

/** Trace and span id of the active context, as log lines name them. */
export const activeTraceIds = (): { trace_id: string; span_id: string } | undefined => {
  const active = trace.getSpanContext(context.active());
  return active === undefined ? undefined : { trace_id: active.traceId, span_id: active.spanId };
};

/**
 * Runs `fn` in a span. What it throws is recorded on the span and thrown on. Costs next to nothing without an exporter.
 *
 * @example await inSpan('courier book', { courier: 'delhivery' }, () => adapter.book(request))
 */
export const inSpan = <T>(name: string, attributes: Attributes, fn: () => Promise<T>): Promise<T> =>
  trace.getTracer('freight').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await fn();
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });

const runInSpanContext = <T>(spanContext: SpanContext, fn: () => T): T =>
  context.with(trace.setSpanContext(ROOT_CONTEXT, spanContext), fn);

const newSpanContext = (): SpanContext => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  traceFlags: TraceFlags.SAMPLED,
});

// Version 00 of https://www.w3.org/TR/trace-context/#traceparent-header; what later versions append is ignored.
const traceparentPattern = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;

const parseTraceparent = (traceparent: string | undefined): SpanContext | undefined => {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(remote) ? remote : undefined;
};
