import {
  allocateCarriers,
  bookShipment,
  type CallInputOf,
  type Candidate,
  createShipment,
  FreightError,
  getOrganization,
  newId,
  postReservation,
  refundReservation,
  releaseReservation,
  reserveCharge,
} from '@freight/contracts';
import {
  type CourierSandbox,
  type Fault,
  type FaultKind,
  sandboxCredentials,
  sandboxPushToken,
  startCourierSandbox,
} from '@freight/courier-sandbox';
import { implement } from '@freight/messaging';
import { organizationContext, type TestEnvironment, type TestService, testService } from '@freight/testing';
import { z } from 'zod';
import { shipmentsConfig } from './config.ts';
import { startShipments } from './start.ts';
import type { Tables } from './tables.ts';

/** What billing remembers of each booking attempt, in place of its ledger. */
export type Reservations = Map<string, ReservationStatus>;
export type ReservationStatus = 'HELD' | 'POSTED' | 'RELEASED' | 'REFUNDED';

export type ShipmentsForTest = TestService<Tables> & {
  sandbox: CourierSandbox;
  reservations: Reservations;
  /** What the neighbours say; tests change it. */
  neighbours: Neighbours;
};

export type Neighbours = {
  kycStatus: 'PENDING' | 'APPROVED';
  candidates: Candidate[];
  reserveFails?: FreightError | undefined;
  releaseFails?: FreightError | undefined;
  /** Happens after billing has held the money and before it says so. */
  onReserved?: (() => void) | undefined;
};

const candidate = (carrierId: string, totalPaise: number): Candidate => ({
  carrierId,
  zone: 'METRO',
  chargeableWeightGrams: 500,
  volumetricWeightGrams: 400,
  rateCardVersion: 'test-1',
  price: {
    freightPaise: totalPaise - 1_800,
    codPaise: 0,
    vasPaise: 0,
    gstPaise: 1_800,
    totalPaise,
    rtoPaise: 5_000,
  },
  eddDays: 3,
});

export const delhiverySurface = candidate('delhivery-surface', 11_800);
export const bluedartSurface = candidate('bluedart-surface', 12_800);

/** The shipments service beside a real courier sandbox, with gateway, rates and billing in this process. */
export const startShipmentsForTest = async (
  env: Record<string, string> = {},
  environment?: TestEnvironment,
): Promise<ShipmentsForTest> => {
  const sandbox = await startCourierSandbox({ port: 0, seed: 1 });
  const reservations: Reservations = new Map();
  const neighbours: Neighbours = {
    kycStatus: 'APPROVED',
    candidates: [delhiverySurface, bluedartSurface],
  };
  const service = await testService({
    service: 'shipments',
    config: shipmentsConfig,
    start: startShipments,
    env: { ...shipmentsEnv(sandbox), ...env },
    stubs: neighboursOf(neighbours, reservations),
    ...(environment === undefined ? {} : { environment }),
  });
  return {
    ...service,
    sandbox,
    reservations,
    neighbours,
    stop: async () => {
      await service.stop();
      await sandbox.close();
    },
  };
};

/** The environment of a shipments service beside a sandbox, with times so short that a test can wait for them. */
export const shipmentsEnv = (sandbox: CourierSandbox): Record<string, string> => {
  const accounts = JSON.stringify(
    (['delhivery', 'bluedart'] as const).map((courier) => ({
      courier,
      baseUrl: sandbox.baseUrlOf(courier),
      credentials: sandboxCredentials[courier],
      webhookToken: sandboxPushToken,
    })),
  );
  return {
    PUBLIC_BASE_URL: 'http://127.0.0.1:8080',
    LINK_SIGNING_KEY: 'k'.repeat(32),
    COURIER_ACCOUNTS: accounts,
    COURIER_SANDBOX_ACCOUNTS: accounts,
    COURIER_TIMEOUT_MS: '600',
    BOOKING_SETTLE_AFTER_MS: '1500',
    BOOKING_RECOVERY_EVERY_MS: '100',
  };
};

/** Gateway, rates and billing, answering by contract. */
export const neighboursOf = (neighbours: Neighbours, reservations: Reservations) => {
  /** As billing does it: a settled reservation stays as it is, and what contradicts it is refused. */
  const settle = (attemptId: string, status: ReservationStatus, from: readonly (ReservationStatus | undefined)[]) => {
    const now = reservations.get(attemptId);
    if (now !== status && !from.includes(now)) {
      throw new FreightError('INVALID_STATE', { message: `${status} after ${now}` });
    }
    reservations.set(attemptId, status);
    return { reservationId: `rsv_${attemptId}`, status, amountPaise: 11_800 };
  };
  return [
    implement(getOrganization, async (_deps: undefined, _context, { organizationId }) => ({
      id: organizationId,
      name: 'Test',
      contactEmail: null,
      kycStatus: neighbours.kycStatus,
      isSuspended: false,
      rateLimit: { perSecond: 100, burst: 200 },
      createdAt: '2026-01-01T00:00:00.000Z',
    })),
    implement(allocateCarriers, async (_deps: undefined, _context, { carrierId }) => {
      const candidates = neighbours.candidates.filter((one) => carrierId === undefined || one.carrierId === carrierId);
      if (candidates.length === 0) throw new FreightError('CARRIER_NOT_SERVICEABLE');
      return {
        zone: 'METRO' as const,
        candidates,
        trace: candidates.map((one, index) => ({
          carrierId: one.carrierId,
          place: index + 1,
          reason: 'cheapest',
          totalPaise: one.price.totalPaise,
        })),
      };
    }),
    implement(reserveCharge, async (_deps: undefined, _context, { attemptId }) => {
      if (neighbours.reserveFails !== undefined) throw neighbours.reserveFails;
      const held = settle(attemptId, 'HELD', [undefined]);
      neighbours.onReserved?.();
      return held;
    }),
    implement(postReservation, async (_deps: undefined, _context, { attemptId }) =>
      settle(attemptId, 'POSTED', ['HELD']),
    ),
    implement(releaseReservation, async (_deps: undefined, _context, { attemptId }) => {
      if (neighbours.releaseFails !== undefined) throw neighbours.releaseFails;
      return settle(attemptId, 'RELEASED', [undefined, 'HELD']);
    }),
    implement(refundReservation, async (_deps: undefined, _context, { attemptId }) => {
      settle(attemptId, 'REFUNDED', ['HELD', 'POSTED']);
      return { refundedPaise: 11_800 };
    }),
  ];
};

export const delhi = {
  name: 'Asha Textiles',
  phone: '9810000001',
  address: '12 Chandni Chowk',
  city: 'Delhi',
  state: 'Delhi',
  pincode: '110006',
};
export const mumbai = {
  name: 'Ravi Kumar Sharma',
  phone: '9820000002',
  address: '7 Marine Drive',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400020',
};

/** A prepaid parcel from Delhi to Mumbai; what matters to a test is overridden by it. */
export const draftRequest = (
  overrides: Partial<CallInputOf<typeof createShipment>> = {},
): CallInputOf<typeof createShipment> => ({
  shipmentType: 'FORWARD',
  paymentMode: 'PREPAID',
  orderReferenceNumber: newId('operation'),
  invoiceValue: 999.5,
  pickup: delhi,
  drop: mumbai,
  packages: [
    {
      weightGrams: 450,
      lengthCm: 20,
      breadthCm: 10,
      heightCm: 10,
      items: [{ name: 'Cotton kurta', quantity: 1, unitPrice: 999.5, sku: 'KURTA-1' }],
    },
  ],
  ...overrides,
});

export const newOrganizationId = (): string => newId('organization');

/** A draft of a new organization: what most tests begin with. */
export const createDraft = async (
  service: Pick<ShipmentsForTest, 'call'>,
  overrides: Partial<CallInputOf<typeof createShipment>> = {},
  organizationId = newOrganizationId(),
) => {
  const context = organizationContext(organizationId);
  const { shipment } = await service.call(createShipment, context, draftRequest(overrides));
  return { context, organizationId, shipment };
};

/** Latency of the timeouts: longer than the fixture's COURIER_TIMEOUT_MS, so that nobody waits for the answer. */
const faultLatencyMs = { timeout: 2_000, timeoutAfterEffect: 2_000, latency: 400 } as const satisfies Partial<
  Record<FaultKind, number>
>;

/** Makes an operation of a courier misbehave, as the control API of the sandbox does it. */
export const addFault = async (
  sandbox: CourierSandbox,
  fault: Pick<Fault, 'courier' | 'operation' | 'kind'> & { latencyMs?: number },
): Promise<void> => {
  const latencyMs = Object.entries(faultLatencyMs).find(([kind]) => kind === fault.kind)?.[1];
  await control(sandbox, '/faults', { rate: 1, ...(latencyMs === undefined ? {} : { latencyMs }), ...fault });
};

/** Posts a scan in our words; the sandbox says it in the courier's. */
export const scan = (sandbox: CourierSandbox, awb: string, body: Record<string, unknown>): Promise<void> =>
  control(sandbox, `/shipments/${awb}/scans`, body);

const control = async (sandbox: CourierSandbox, path: string, body: unknown): Promise<void> => {
  const answer = await fetch(`${sandbox.url}/control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`sandbox control ${path}: ${answer.status} ${await answer.text()}`);
};

/** Every consignment that the sandbox has under a merchant's order reference. */
export const consignmentsAt = async (sandbox: CourierSandbox, reference: string) => {
  const answer = await fetch(`${sandbox.url}/control/shipments?reference=${encodeURIComponent(reference)}`);
  return z
    .array(z.object({ awb: z.string(), courier: z.string(), reference: z.string(), cancelled: z.boolean() }))
    .parse(await answer.json());
};

/** The error that a call ends with; a call that is answered fails the test. */
export const refusalOf = async (answer: Promise<unknown>): Promise<FreightError> => {
  const error = await answer.then(
    () => new Error('the call was answered'),
    (reason: unknown) => reason,
  );
  if (error instanceof FreightError) return error;
  throw error;
};

/** A booked shipment of a new organization. */
export const createBooked = async (
  service: ShipmentsForTest,
  overrides: Partial<CallInputOf<typeof createShipment>> = {},
) => {
  const { context, organizationId, shipment } = await createDraft(service, overrides);
  const { awbNumber } = await service.call(bookShipment, context, { id: shipment.id });
  return { context, organizationId, id: shipment.id, shipment, awb: awbNumber };
};

/** Names of the events of a shipment in the order in which they will be announced, and their versions. */
export const eventsOf = async (service: ShipmentsForTest, shipmentId: string) => {
  const rows = await service.db.selectFrom('outbox').select('body').orderBy('id').execute();
  return rows
    .map(({ body }) => outboxBody.parse(JSON.parse(body)))
    .filter((event) => event.subject === shipmentId)
    .map((event) => `${event.version} ${event.data.status}`);
};

const outboxBody = z.object({ subject: z.string(), version: z.int(), data: z.object({ status: z.string() }) });
