import { newId } from '@freight/contracts';
import { type Database, openDatabase } from '@freight/database';
import { type Bus, connectBus, type Implementation, type Served, serve } from '@freight/messaging';
import { startService } from '@freight/runtime';
import { createLogger } from '@freight/telemetry';
import { testDatabase, testNatsUrl } from '@freight/testing';
import { z } from 'zod';
import { gatewayConfig } from './config.ts';
import { startGateway } from './start.ts';
import type { Tables } from './tables.ts';

export type TestGateway = {
  url: string;
  /** Sends a request to this gateway; a body that is not text is sent as JSON. */
  send: (method: string, path: string, options?: SendOptions) => Promise<TestAnswer>;
  stop: () => Promise<void>;
};

type SendOptions = {
  key?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
};

type TestAnswer = { status: number; headers: Headers; text: string; json: Envelope };

const envelope = z.looseObject({
  success: z.boolean(),
  data: z.unknown().optional(),
  message: z.string().optional(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
type Envelope = z.output<typeof envelope>;

const operatorToken = 'operator-token-of-the-tests';

export type TestWorld = {
  db: Database<Tables>['db'];
  bus: Bus;
  /** The administrator's address of the database. */
  adminUrl: string;
  startGateway: (env?: Record<string, string>) => Promise<TestGateway>;
  /** Serves operations of other services; gives what ends it. */
  /** Answers in the place of a neighbour; resolves when the server knows of it, so that no first call finds nobody. */
  stub: (...implementations: Implementation<object>[]) => Promise<Served>;
  stop: () => Promise<void>;
};

/** A database and a bus of this file's own, on which any number of gateways start as they would in their own process. */
export const createTestWorld = async (): Promise<TestWorld> => {
  const log = createLogger({ service: 'tests', level: 'silent' });
  const database = await testDatabase();
  const natsUrl = await testNatsUrl();
  const { db, close } = openDatabase<Tables>({
    url: database.urlOf('gateway'),
    schema: 'gateway',
    poolSize: 2,
    applicationName: 'tests',
  });
  const bus = await connectBus({ servers: natsUrl, service: 'tests', log });
  const gateways: TestGateway[] = [];

  const startOne = async (env: Record<string, string> = {}): Promise<TestGateway> => {
    let url = '';
    const service = await startService(
      {
        name: 'gateway',
        config: gatewayConfig,
        start: async (runtime: Parameters<typeof startGateway>[0]) => {
          ({ url } = await startGateway(runtime));
        },
      },
      {
        DATABASE_URL: database.urlOf('gateway'),
        NATS_URL: natsUrl,
        LOG_LEVEL: 'silent',
        PORT: '0',
        HOST: '127.0.0.1',
        OPERATOR_TOKEN: operatorToken,
        CHECK_ANSWERS: 'true',
        // Tests send more requests in a second than a person would; those about limits set their own.
        RATE_LIMIT_PER_SECOND: '100000',
        RATE_LIMIT_BURST: '100000',
        PUBLIC_RATE_LIMIT_PER_SECOND: '100000',
        PUBLIC_RATE_LIMIT_BURST: '100000',
        ...env,
      },
    );
    const gateway = { url, send: sender(url), stop: service.stop };
    gateways.push(gateway);
    return gateway;
  };

  return {
    db,
    bus,
    adminUrl: database.adminUrl,
    startGateway: startOne,
    stub: async (...implementations) => {
      const served = serve(bus, implementations, {}, { log });
      await bus.flush();
      return served;
    },
    stop: async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await bus.close();
      await close();
      await database.drop();
    },
  };
};

const sender =
  (url: string) =>
  async (method: string, path: string, { key, headers = {}, body }: SendOptions = {}): Promise<TestAnswer> => {
    const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body), duplex: 'half' }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const json = isJson && text !== '' ? envelope.safeParse(JSON.parse(text)).data : undefined;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: json ?? { success: false, data: undefined },
    };
  };

/** Headers of an operator's request. */
export const asOperator = { authorization: `Bearer ${operatorToken}` };

const withId = z.looseObject({ id: z.string() });
const withKey = z.looseObject({ id: z.string(), key: z.string() });

/** An organization made through the operator API. */
export const createOrganization = async ({ send }: TestGateway): Promise<string> => {
  const { json } = await send('POST', '/operator/v1/organizations', {
    headers: asOperator,
    body: { name: `Store ${newId('operation')}` },
  });
  return withId.parse(json.data).id;
};

/** A key made through the operator API. */
export const createKey = async (
  { send }: TestGateway,
  organizationId: string,
  request: { mode?: 'live' | 'test'; expiresAt?: string } = {},
): Promise<{ id: string; key: string }> => {
  const { json } = await send('POST', `/operator/v1/organizations/${organizationId}/api-keys`, {
    headers: asOperator,
    body: request,
  });
  return withKey.parse(json.data);
};
