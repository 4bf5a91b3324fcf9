import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type CourierCode, courierCodes } from '@freight/contracts';
import {
  type CourierSandbox,
  sandboxCredentials,
  sandboxPushToken,
  sandboxPushTokenHeader,
  startCourierSandbox,
} from '@freight/courier-sandbox';
import { adapterOf } from '../adapters.ts';
import { type CourierCaller, type CourierCallerOptions, createCourierCaller } from '../call-courier.ts';
import type { BookingRequest } from '../consignment.ts';
import type { CourierAccount, CourierAdapter, CourierConnection } from '../courier.ts';
import type { Outcome } from '../outcome.ts';

export const testedCouriers = courierCodes;
export type TestedCourier = CourierCode;

export type ReceivedPush = { headers: IncomingHttpHeaders; body: string };

export type SandboxFixture = {
  /** What the sandbox has posted so far. */
  pushes: ReceivedPush[];
  sandbox: CourierSandbox;
  caller: CourierCaller;
  to(courier: TestedCourier): { adapter: CourierAdapter; connection: CourierConnection; account: CourierAccount };
  close(): Promise<void>;
};

/** A real sandbox on a free port and a caller with short time limits, for one test file. */
export const startSandboxFixture = async (options: CourierCallerOptions = {}): Promise<SandboxFixture> => {
  const pushes: ReceivedPush[] = [];
  const receiver = await startReceiver(pushes);
  const sandbox = await startCourierSandbox({
    port: 0,
    seed: 1,
    pushTargets: () => ({
      url: receiver.url,
      headers: { [sandboxPushTokenHeader]: sandboxPushToken },
      secret: sandboxPushToken,
    }),
  });
  const caller = createCourierCaller({ timeoutMs: 400, ...options });
  return {
    pushes,
    sandbox,
    caller,
    to: (courier) => {
      const account: CourierAccount = {
        courier,
        baseUrl: sandbox.baseUrlOf(courier),
        credentials: sandboxCredentials[courier],
        webhookToken: sandboxPushToken,
      };
      return { adapter: adapterOf(courier), account, connection: { account, caller, requestId: 'req_test' } };
    },
    close: async () => {
      await caller.close();
      await sandbox.close();
      receiver.close();
    },
  };
};

/** Keeps every push and answers 200. */
const startReceiver = async (pushes: ReceivedPush[]): Promise<{ url: string; close(): void }> => {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      pushes.push({ headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver listens on no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => void server.close() };
};

/** A booking that every courier takes; what a test is about is changed in it. */
export const bookingRequest = (changes: Partial<BookingRequest> = {}): BookingRequest => ({
  reference: `T${randomBytes(8).toString('hex').toUpperCase()}`,
  orderReference: `ORDER-${randomBytes(4).toString('hex')}`,
  service: 'surface',
  shipmentType: 'FORWARD',
  paymentMode: 'PREPAID',
  codAmountPaise: 0,
  invoiceValuePaise: 149_900,
  pickup: {
    name: 'Chandni Textiles',
    phone: '9810012345',
    address: '14 Katra Neel, Chandni Chowk',
    city: 'Delhi',
    state: 'Delhi',
    pincode: '110006',
  },
  drop: {
    name: 'Asha Kulkarni',
    phone: '+91 98200 12345',
    address: 'Flat 7, Sea Breeze Co-operative Housing Society, Hill Road & Turner Road, Bandra West',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400050',
  },
  packages: [
    {
      weightGrams: 480,
      lengthCm: 20,
      breadthCm: 15,
      heightCm: 8,
      items: [{ name: 'Cotton kurta "Indigo" 100%', quantity: 2, unitPricePaise: 74_950, sku: 'KURTA-M' }],
    },
  ],
  isQcRequired: false,
  ...changes,
});

/** A customer's address as pickup and the warehouse as drop. */
export const reverseRequest = (changes: Partial<BookingRequest> = {}): BookingRequest => {
  const forward = bookingRequest();
  return { ...forward, shipmentType: 'REVERSE', pickup: forward.drop, drop: forward.pickup, ...changes };
};

/** The value of an outcome that a test needs to be done. */
export const valueOf = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.kind === 'done') return outcome.value;
  throw new Error(`expected done, got ${JSON.stringify(outcome)}`);
};

/** Polls until there is something, for at most five seconds. */
export const eventually = async <Value>(look: () => Value | undefined): Promise<Value> => {
  for (const startedAt = performance.now(); performance.now() - startedAt < 5_000; await wait(10)) {
    const value = look();
    if (value !== undefined) return value;
  }
  throw new Error('it did not happen within five seconds');
};
