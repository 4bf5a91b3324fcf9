import type { SandboxConsignment } from '@freight/courier-sandbox';
import type { BookingRequest } from '../consignment.ts';
import type { CourierConnection } from '../courier.ts';
import { toArticleNumber } from '../indiapost/article-number.ts';
import type { Scan } from '../scan.ts';
import { bookingRequest, reverseRequest, type SandboxFixture, type TestedCourier, valueOf } from './sandbox-fixture.ts';

/** One courier of a running sandbox, with the hands that the contract suites need. */
export const contractSetup = (fixture: SandboxFixture, courier: TestedCourier) => {
  const { adapter, connection, account } = fixture.to(courier);
  const { control } = fixture.sandbox;

  const consignmentOf = (awb: string): SandboxConsignment => {
    const consignment = control.store.find(courier, awb);
    if (consignment === undefined) throw new Error(`the sandbox has no ${awb}`);
    return consignment;
  };
  /** The booking with the number that some couriers want beforehand. */
  const numbered = async (request: BookingRequest): Promise<BookingRequest> => {
    const { awb } = adapter.capabilities;
    if (awb === 'courier') return request;
    if (awb === 'ours') return { ...request, awb: nextArticleNumber() };
    const { shipmentType } = request;
    return { ...request, awb: valueOf(await adapter.prefetchAwb(connection, { shipmentType })) };
  };
  const book = async (changes: Partial<BookingRequest> = {}) => {
    const request = await numbered(bookingRequest(changes));
    return { request, booking: valueOf(await adapter.book(connection, request)) };
  };
  return {
    adapter,
    connection,
    account,
    control,
    consignmentOf,
    numbered,
    book,
    /** The AWB of a new booking. */
    bookAwb: async (changes: Partial<BookingRequest> = {}) => (await book(changes)).booking.awb,
    bookReverse: async (changes: Partial<BookingRequest> = {}) =>
      valueOf(await adapter.book(connection, await numbered(reverseRequest(changes)))).awb,
    scan: (awb: string, wish: Parameters<typeof control.scan>[1]) => control.scan(consignmentOf(awb), wish),
    fault: (fault: Pick<Parameters<typeof control.faults.add>[0], 'operation' | 'kind'> & { count?: number }) => {
      const { count, ...rest } = fault;
      const latencyMs = rest.kind === 'latency' ? 50 : 2_000;
      control.faults.add({ ...rest, courier, rate: 1, remaining: count ?? null, latencyMs });
    },
    /** A connection whose first call fails the test: for what must be refused before any call. */
    silent: {
      ...connection,
      caller: {
        ...connection.caller,
        send: () => {
          throw new Error('it called the courier');
        },
      },
    } satisfies CourierConnection,
  };
};

/** Numbers of a range that India Post might have given us. */
let lastSerial = 10_000_000;
const nextArticleNumber = (): string => {
  lastSerial += 1;
  return toArticleNumber('EF', lastSerial);
};

export const statusesOf = (scans: readonly Scan[] | undefined) => scans?.map(({ status }) => status);
