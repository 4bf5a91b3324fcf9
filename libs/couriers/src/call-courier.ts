import type { CourierCode } from '@freight/contracts';
import type { CourierOperation } from './capabilities.ts';
import type { CourierAccount } from './courier.ts';
import type { Refused, Unknown } from './outcome.ts';

/** The one way to a courier. Make one per process with `createCourierCaller`, hand it to every call, close it at the end. */
export type CourierCaller = {
  send(account: CourierAccount, request: CourierHttpRequest): Promise<CourierReply | Refused | Unknown>;
  observe(observation: CourierObservation): void;
  /** True while calls of this account are cut off because too many failed: such a quote is not available now. */
  isCircuitOpen(account: CourierAccount): boolean;
  close(): Promise<void>;
};

export type CourierHttpRequest = {
  operation: CourierOperation;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  /** A read that changes nothing: tried once more when its outcome is unknown. */
  isRead: boolean;
};

export type CourierReply = { kind: 'answered'; status: number; body: Uint8Array };

export type CourierObservation = {
  courier: CourierCode;
  operation: CourierOperation;
  outcome: 'done' | 'refused' | 'unknown';
  reason?: string | undefined;
  durationMs: number;
};
