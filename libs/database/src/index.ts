export { type Database, type DatabaseOptions, type Db, openDatabase } from './database.ts';
export { ensureDatabase } from './ensure-database.ts';
export { isCheckViolation, isForeignKeyViolation, isRetryable, isUnavailable, isUniqueViolation } from './errors.ts';
export { type AppliedMigration, type MigrateOptions, migrate } from './migrate.ts';
export { type WaitForSchemaOptions, waitForSchema } from './wait-for-schema.ts';
