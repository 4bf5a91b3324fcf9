import { type Attributes, metrics } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { type IMetricReader, MeterProvider } from '@opentelemetry/sdk-metrics';

const serializer = new PrometheusSerializer();
let prometheus: PrometheusExporter | undefined;

/** The metrics of this process in Prometheus text; empty where `@freight/telemetry/register` was not loaded. */
export const collectMetrics = async (): Promise<string> => {
  if (prometheus === undefined) return '';
  const { resourceMetrics } = await prometheus.collect();
  return serializer.serialize(resourceMetrics);
};

/** The reader behind `collectMetrics`, to be given to the meter provider. Called once, by register. */
export const prometheusReader = (): IMetricReader =>
  (prometheus = new PrometheusExporter({ preventServerStart: true }));

/** Makes the process count, for Prometheus text on demand only. */
export const installMetrics = (): void => {
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [prometheusReader()] }));
};

type MetricOptions = { description: string };

/**
 * A counter by name; `_total` is added to it. Name attributes for few values only (an operation, an outcome), never ids.
 *
 * @example const bookings = counter('freight_bookings', { description: 'Bookings by outcome' }); bookings({ outcome: 'done' });
 */
export const counter = (name: string, options: MetricOptions): ((attributes?: Attributes, by?: number) => void) => {
  const instrument = lazily(() => metrics.getMeter('freight').createCounter(name, options));
  return (attributes, by = 1) => instrument().add(by, attributes);
};

/** Seconds from 1 ms to 30 s: what a call inside or a courier outside takes. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * A histogram of durations; record seconds, `_seconds` is added to the name. Bucket bounds from 1 ms to 30 s.
 *
 * @example const observe = durationHistogram('freight_booking_duration', { description: 'Time a booking took' });
 */
export const durationHistogram = (
  name: string,
  options: MetricOptions,
): ((seconds: number, attributes?: Attributes) => void) => {
  const instrument = lazily(() =>
    metrics.getMeter('freight').createHistogram(`${name}_seconds`, {
      ...options,
      advice: { explicitBucketBoundaries: durationBuckets },
    }),
  );
  return (seconds, attributes) => instrument().record(seconds, attributes);
};

/** With unit `s` the name gets `_seconds`, as Prometheus wants it. */
type GaugeOptions = MetricOptions & { unit?: 's' };

/** A value that is read whenever somebody looks: queue lengths, ages. Gives a function that takes the gauge away again. */
export const gauge = (
  name: string,
  { description, unit }: GaugeOptions,
  read: () => number,
  attributes?: Attributes,
): (() => void) => {
  const instrument = metrics
    .getMeter('freight')
    .createObservableGauge(unit === 's' ? `${name}_seconds` : name, { description });
  const observe = (result: { observe: (value: number, attributes?: Attributes) => void }) =>
    result.observe(read(), attributes);
  instrument.addCallback(observe);
  return () => instrument.removeCallback(observe);
};

/** Instruments made before a meter provider is installed would count nothing for ever, so they are made at first use. */
const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
