import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { defaultDataDirectory } from '../stack/repository.ts';
import { writeSecretFile } from '../stack/secret-file.ts';

/** Where the API is and what opens it. */
export type Connection = {
  /** Base of the merchant API: `http://127.0.0.1:8080/api/v1`. */
  api: string;
  apiKey: string | undefined;
  operatorToken: string | undefined;
};

export type ConnectionFlags = { apiUrl?: string; apiKey?: string; operatorToken?: string };

const localConnection = z.object({
  api: z.url(),
  apiKey: z.string(),
  operatorToken: z.string(),
  sandbox: z.url(),
});

export type LocalConnection = z.output<typeof localConnection>;

/**
 * Address, key and token from the flags, else the environment, else the local installation that runs in DATA_DIR. The local
 * key and token are used for the local address only: they are nobody else's business.
 *
 * @throws Error in one sentence when there is no address
 */
export const findConnection = async (flags: ConnectionFlags, env: NodeJS.ProcessEnv): Promise<Connection> => {
  const apiKey = flags.apiKey ?? env['FREIGHT_API_KEY'];
  const operatorToken = flags.operatorToken ?? env['FREIGHT_OPERATOR_TOKEN'];
  const directory = resolve(env['DATA_DIR'] ?? defaultDataDirectory);
  const local = await readLocalConnection(directory);
  const api = flags.apiUrl ?? env['FREIGHT_API_URL'] ?? local?.api;
  if (api === undefined) {
    throw new Error(
      `no installation runs in ${directory}: start one, or name its address with --api-url or FREIGHT_API_URL`,
    );
  }
  if (!URL.canParse(api)) throw new Error(`${api} is not an address such as https://freight.example.com/api/v1`);
  const ofLocal = api === local?.api ? local : undefined;
  return { api, apiKey: apiKey ?? ofLocal?.apiKey, operatorToken: operatorToken ?? ofLocal?.operatorToken };
};

/** Lets the commands of this user find the installation; the file holds secrets, so nobody else may read it. */
export const announceLocalConnection = (directory: string, connection: LocalConnection): Promise<void> =>
  writeSecretFile(fileIn(directory), connection);

export const withdrawLocalConnection = (directory: string): Promise<void> => rm(fileIn(directory), { force: true });

const fileIn = (directory: string): string => join(directory, 'connection.json');

const readLocalConnection = async (directory: string): Promise<LocalConnection | undefined> => {
  try {
    return localConnection.parse(JSON.parse(await readFile(fileIn(directory), 'utf8')));
  } catch {
    return undefined;
  }
};
