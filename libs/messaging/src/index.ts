export { type Bus, type BusOptions, type BusUser, connectBus } from './bus.ts';
export { call, callRaw, type RawAnswer } from './call.ts';
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
export { type Served, type ServeOptions, serve } from './serve.ts';
