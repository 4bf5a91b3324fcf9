export { defaultCacheDirectory } from './cache-directory.ts';
export { freePort, rememberedPort } from './free-port.ts';
export { type PostgresOptions, postgresProcess } from './postgres/postgres-process.ts';
export { startPostgres } from './postgres/start-postgres.ts';
export type { RunningServer, ServerPlace } from './running-server.ts';
export type { ProcessSpec, UserIds } from './supervisor/process-spec.ts';
export { stopOnSignal } from './supervisor/stop-on-signal.ts';
export { type ProcessStatus, type SuperviseOptions, type Supervisor, supervise } from './supervisor/supervise.ts';
