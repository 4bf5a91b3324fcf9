import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { announceLocalConnection, findConnection, withdrawLocalConnection } from './connection.ts';

const local = {
  api: 'http://127.0.0.1:8080/api/v1',
  apiKey: 'fk_live_local',
  operatorToken: 'local-token',
  sandbox: 'http://127.0.0.1:4010',
};
const remote = 'https://freight.example.com/api/v1';

const announced = async (): Promise<string> => {
  const directory = await temporaryDirectory();
  await announceLocalConnection(directory, local);
  return directory;
};

test('a running local installation is found in its data folder', async () => {
  const { api, apiKey, operatorToken } = local;
  expect(await findConnection({}, { DATA_DIR: await announced() })).toEqual({ api, apiKey, operatorToken });
});

test('flags go before the environment, and both before the local installation', async () => {
  const DATA_DIR = await announced();
  const env = { DATA_DIR, FREIGHT_API_URL: remote, FREIGHT_API_KEY: 'env-key', FREIGHT_OPERATOR_TOKEN: 'env-token' };
  expect(await findConnection({ apiKey: 'flag-key' }, env)).toEqual({
    api: remote,
    apiKey: 'flag-key',
    operatorToken: 'env-token',
  });
});

test('the local key and token are never sent to another address', async () => {
  expect(await findConnection({ apiUrl: remote }, { DATA_DIR: await announced() })).toEqual({
    api: remote,
    apiKey: undefined,
    operatorToken: undefined,
  });
});

test('without an address the message says how to give one', async () => {
  const DATA_DIR = await announced();
  await withdrawLocalConnection(DATA_DIR);
  await expect(findConnection({}, { DATA_DIR })).rejects.toThrow(
    `no installation runs in ${DATA_DIR}: start one, or name its address with --api-url or FREIGHT_API_URL`,
  );
});
