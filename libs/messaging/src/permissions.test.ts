import { defineOperation, operations, type ServiceName, type SystemContext, serviceNames } from '@freight/contracts';
import { startNats } from '@freight/local-stack';
import { createLogger } from '@freight/telemetry';
import { eventually } from '@freight/testing';
import { connect, nkeyAuthenticator } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bus, connectBus } from './bus.ts';
import { callRaw } from './call.ts';
import { consumeEvents } from './consume-events.ts';
import { broadcast, onBroadcast } from './control.ts';
import { ensureEventStream } from './event-stream.ts';
import { implement } from './implement.ts';
import { natsAuthorizationConfig, newNkey, nkeyPublicOf } from './nats-authorization.ts';
import { publishEvent } from './publish-event.ts';
import { serve } from './serve.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const keys = new Map(serviceNames.map((service) => [service, newNkey()]));
const seedOf = (service: ServiceName): string => keys.get(service)?.seed ?? '';

let server: Awaited<ReturnType<typeof startNats>>;
const buses: Bus[] = [];

beforeAll(async () => {
  server = await startNats({
    ephemeral: true,
    extraConfig: natsAuthorizationConfig(
      serviceNames.map((service) => ({ service, nkeyPublic: nkeyPublicOf(seedOf(service)) })),
    ),
  });
});

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await server.stop();
});

const busOf = async (service: ServiceName): Promise<Bus> => {
  const bus = await connectBus({ servers: server.url, service, nkeySeed: seedOf(service), log });
  buses.push(bus);
  return bus;
};

const context: SystemContext = { requestId: 'r', operationId: 'o', actor: { type: 'service', id: 'webhooks' } };

const internalOperation = operations.find(({ service, callers }) => service === 'billing' && callers.length > 0);
const publicOperation = operations.find(({ service, http }) => service === 'billing' && http !== undefined);
if (internalOperation === undefined || publicOperation === undefined) throw new Error('billing has no such operations');

const serveBilling = async (bus: Bus) => {
  const answer = z.object({ served: z.boolean() });
  const stubs = [internalOperation, publicOperation].map(({ name }) =>
    implement(
      defineOperation({ name, scope: 'system', summary: '', input: z.object({}), output: answer }),
      async () => ({ served: true }),
    ),
  );
  serve(bus, stubs, {}, { log });
  await bus.flush();
};

describe('the bus', () => {
  test('lets in nobody without a key', async () => {
    await expect(connect({ servers: server.url })).rejects.toThrow(/authorization/i);
  });

  test('lets a service serve and its declared callers call', async () => {
    await serveBilling(await busOf('billing'));
    for (const caller of internalOperation.callers) {
      await expect(callRaw(await busOf(caller), internalOperation, context, {})).resolves.toMatchObject({
        status: 200,
      });
    }
    await expect(callRaw(await busOf('gateway'), publicOperation, context, {})).resolves.toBeDefined();
  });

  test('refuses every call to billing by a service that the contract does not name, at once', async () => {
    await serveBilling(await busOf('billing'));
    const foreign = serviceNames.filter(
      (service) => service !== 'billing' && service !== 'gateway' && !internalOperation.callers.includes(service),
    );
    expect(foreign).toContain('webhooks');
    for (const service of foreign) {
      await expect(callRaw(await busOf(service), internalOperation, context, {})).rejects.toMatchObject({
        code: 'INTERNAL',
        cause: { message: expect.stringContaining('may not publish') },
      });
    }
  });

  test.each([
    ['another service’s replies', '_INBOX_billing.>'],
    ['all replies', '_INBOX.>'],
    ['another service’s requests', 'freight.rpc.v1.billing.>'],
    ['events past its consumer', 'freight.events.v1.>'],
    ['everything', '>'],
  ])('does not let webhooks read %s', async (_, subject) => {
    const webhooks = await connect({
      servers: server.url,
      authenticator: nkeyAuthenticator(new TextEncoder().encode(seedOf('webhooks'))),
    });
    const refused = Promise.withResolvers<string>();
    webhooks.subscribe(subject, { callback: (error) => refused.resolve(error?.code ?? 'a message') });
    await expect(refused.promise).resolves.toBe('PERMISSIONS_VIOLATION');
    await webhooks.close();
  });

  test('does not let a service that announces nothing publish an event', async () => {
    const webhooks = await busOf('webhooks');
    const event = { subject: 'freight.events.v1.shipments.org_1.delivered', messageId: '1', body: '{}' };
    await expect(publishEvent(webhooks, event)).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  test('lets the owner publish an event and a consumer read it', async () => {
    const shipments = await busOf('shipments');
    await ensureEventStream(shipments);
    const bodies: string[] = [];
    const consumption = consumeEvents(await busOf('webhooks'), {
      durable: 'webhooks',
      filterSubjects: ['freight.events.v1.>'],
      onMessage: async ({ body }) => {
        bodies.push(body);
        return 'done';
      },
    });
    await publishEvent(shipments, { subject: 'freight.events.v1.shipments.o.delivered', messageId: 'a', body: 'a' });
    await eventually(() => expect(bodies).toEqual(['a']));
    await consumption.stop();
  });

  test('carries broadcasts between all services', async () => {
    const heard = Promise.withResolvers<string>();
    const rates = await busOf('rates');
    onBroadcast(rates, 'test', z.string(), heard.resolve);
    await rates.flush();
    broadcast(await busOf('gateway'), 'test', 'hello');
    await expect(heard.promise).resolves.toBe('hello');
  });
});
