import { eventStream } from '@freight/contracts';
import type { Bus } from './bus.ts';
import { JetStreamError, jetstreamApi, jetstreamErrors, toNanoseconds } from './jetstream-api.ts';

export type EventStreamOptions = {
  /** The stream throws its oldest events away beyond this; the owners' outboxes still have them. */
  maxBytes: number;
  maxAgeMs: number;
  /** Copies in a NATS cluster; 1 on a single server. */
  replicas: number;
};

export const defaultEventStream: EventStreamOptions = {
  maxBytes: 1024 ** 3,
  maxAgeMs: 7 * 24 * 3_600_000,
  replicas: 1,
};

/** A message id that comes again within this time is stored once. */
const duplicateWindowMs = 120_000;

const wanted = new WeakMap<Bus, EventStreamOptions>();

/** Creates the event stream, or changes it to these limits where it exists with others. */
export const ensureEventStream = async (bus: Bus, options: EventStreamOptions = defaultEventStream): Promise<void> => {
  wanted.set(bus, options);
  const config = streamConfig(options);
  try {
    await jetstreamApi(bus, `STREAM.CREATE.${eventStream.name}`, config);
  } catch (error) {
    const existsDifferently = error instanceof JetStreamError && error.errorCode === jetstreamErrors.streamNameInUse;
    if (!existsDifferently) throw error;
    await jetstreamApi(bus, `STREAM.UPDATE.${eventStream.name}`, config);
  }
};

/** Creates the stream again after its store was lost, as this process last wanted it. */
export const restoreEventStream = async (bus: Bus): Promise<void> => {
  try {
    await jetstreamApi(bus, `STREAM.CREATE.${eventStream.name}`, streamConfig(wanted.get(bus) ?? defaultEventStream));
  } catch (error) {
    const existsDifferently = error instanceof JetStreamError && error.errorCode === jetstreamErrors.streamNameInUse;
    if (!existsDifferently) throw error;
  }
};

const streamConfig = ({ maxBytes, maxAgeMs, replicas }: EventStreamOptions) => ({
  name: eventStream.name,
  subjects: eventStream.subjects,
  // Limits, not interest or work queue: several consumers read all of it, and the duplicate window survives a restart.
  retention: 'limits',
  storage: 'file',
  discard: 'old',
  max_bytes: maxBytes,
  max_age: toNanoseconds(maxAgeMs),
  num_replicas: replicas,
  duplicate_window: toNanoseconds(duplicateWindowMs),
});
