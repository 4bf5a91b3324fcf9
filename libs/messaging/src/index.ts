export { type Bus, type BusOptions, type BusUser, connectBus } from './bus.ts';
export { call, callRaw, type RawAnswer } from './call.ts';
export {
  type ConsumeEventsOptions,
  consumeEvents,
  type EventConsumption,
  type EventMessage,
  type EventVerdict,
} from './consume-events.ts';
export { broadcast, onBroadcast } from './control.ts';
export { defaultEventStream, type EventStreamOptions, ensureEventStream, restoreEventStream } from './event-stream.ts';
export { validationError } from './fault.ts';
export {
  type Answer,
  type ContextByScope,
  type FileAnswer,
  type Implementation,
  implement,
  StatusAnswer,
  withStatus,
} from './implement.ts';
export { JetStreamError, jetstreamApi } from './jetstream-api.ts';
export { type NatsUser, type Nkey, natsAuthorizationConfig, newNkey, nkeyPublicOf } from './nats-authorization.ts';
export type { ObjectBucket } from './object-buckets.ts';
export { type ObjectStore, type ObjectStoreOptions, openObjectStore } from './object-store.ts';
export { type BusPermissions, busPermissions, durableOf } from './permissions.ts';
export { type PublishedEvent, publishEvent } from './publish-event.ts';
export { type Served, type ServeOptions, serve } from './serve.ts';
