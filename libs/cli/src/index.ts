export { type ApiClient, ApiError, createApiClient } from './api/api-client.ts';
export type { Connection } from './api/connection.ts';
