import type { CourierCode, NdrReason, ShipmentStatus } from '@freight/contracts';
import type { SandboxConsignment, SandboxQcResult, SandboxScan } from './consignment.ts';
import type { FaultOperation } from './faults.ts';
import type { Store } from './store.ts';

/** One courier's side of the wire. A courier is a folder with one of these and a line in `dialects.ts`. */
export type Dialect = {
  courier: CourierCode;
  routes: readonly Route[];
  /** What the courier answers before it looks at the route: undefined when the credentials are good. */
  authenticate(request: WireRequest, world: World): WireAnswer | undefined;
  /** Its refusal of an operation for a reason of its own, for the fault `reject`. */
  reject(operation: FaultOperation, request: WireRequest): WireAnswer;
  /** A status in the courier's own code and words. */
  scanCode(consignment: SandboxConsignment, wish: ScanWish): Pick<SandboxScan, 'code' | 'wire'>;
  /** What it posts about one scan; couriers without this post nothing. */
  pushBody?: (consignment: SandboxConsignment, scan: SandboxScan) => unknown;
  /** How it proves a push with the secret that the receiver gave it; couriers without this send the target's headers. */
  pushHeaders?: (body: string, secret: string) => Record<string, string>;
  /** How often it sends a push again that was not answered 2xx, and how long it waits before. */
  pushRetries: { count: number; delayMs: number };
};

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the courier's prefix; the handler gets the match. */
  path: RegExp;
  /** Which fault operation hits this route; none for logins and look-ups that no fault is defined for. */
  operation?: FaultOperation | ((request: WireRequest, world: World) => FaultOperation);
  handle(request: WireRequest, world: World): WireAnswer;
};

export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** Groups of the route's path. */
  params: readonly string[];
};

export type WireAnswer = {
  status: number;
  body: string;
  /** JSON, or HTML where the body begins like it, unless said otherwise. */
  contentType?: string;
};

/** A scan that somebody wishes for: a test, auto-progress, or a cancellation. */
export type ScanWish = {
  status: ShipmentStatus;
  at?: Date | undefined;
  location?: string | undefined;
  ndrReason?: NdrReason | undefined;
  qc?: SandboxQcResult | undefined;
  /** Cancelled over the courier's own API and not by the courier: some write another code. */
  isBySeller?: boolean | undefined;
};

/** What a dialect's handler may do beside answering. */
export type World = {
  store: Store;
  now(): Date;
  /** A number of so many digits that this courier has not given before; the first one follows from the seed. */
  nextNumber(digits: number): string;
  /** Keeps a new consignment with the scan of its booking. */
  book(
    consignment: Omit<SandboxConsignment, 'scans' | 'cancelled' | 'ndrActions' | 'bookedAt' | 'courier'>,
  ): SandboxConsignment;
  scan(consignment: SandboxConsignment, wish: ScanWish): SandboxScan;
  recordNdr(consignment: SandboxConsignment, action: string, fields: Record<string, unknown>): void;
};

export const json = (body: unknown, status = 200): WireAnswer => ({ status, body: JSON.stringify(body) });

/** A request's JSON object; undefined when it is none. */
export const readObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object inside an object; undefined when there is none. */
export const partOf = (parent: unknown, name: string): Record<string, unknown> | undefined => {
  const value = isObject(parent) ? parent[name] : undefined;
  return isObject(value) ? value : undefined;
};

/** The first object of a list; undefined when there is none. */
export const firstOf = (list: unknown): Record<string, unknown> | undefined => {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(first) ? first : undefined;
};

/** A field as text: numbers too, as clients send both. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
