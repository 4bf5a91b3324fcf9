import type { Command } from 'commander';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type ConnectionFlags, findConnection } from './connection.ts';

export type ApiFlags = ConnectionFlags & { json?: boolean };

/** Gives a command the options that every command with a call to the API has. */
export const withApiOptions = (command: Command): Command =>
  command
    .option('--api-url <url>', 'base of the merchant API (FREIGHT_API_URL; else the local installation)')
    .option('--api-key <key>', 'API key (FREIGHT_API_KEY)')
    .option('--operator-token <token>', 'operator token (FREIGHT_OPERATOR_TOKEN)')
    .option('--json', 'print JSON');

/** The API that the flags, the environment or the local installation name. */
export const apiOf = async (flags: ApiFlags): Promise<ApiClient> =>
  createApiClient(await findConnection(flags, process.env));
