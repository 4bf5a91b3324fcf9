import { createHash } from 'node:crypto';
import { FreightError, newId } from '@freight/contracts';
import type { Logger } from '@freight/telemetry';
import type { Kysely } from 'kysely';
import type { Reply } from '../http/reply.ts';
import type { Tables } from '../tables.ts';
import { type Claimed, claimKey, releaseKey, type StoredReply, storeReply } from './idempotency.store.ts';
import { seal, unseal } from './seal.ts';

export type OnceRequest = {
  /** The tenant whose keys these are. */
  organizationId: string;
  idempotencyKey: string;
  method: string;
  /** Path and query. */
  target: string;
  body: Uint8Array;
  /** How long the operation may take, in milliseconds: after that and a margin a silent run counts as dead. */
  timeoutMs: number;
  /** Does the answer carry a secret? Then it is sealed with this credential. */
  sealWith: string | undefined;
};

/** Beyond the operation's own deadline: the way back, and clocks. */
const leaseMarginMs = 15_000;

/** A larger answer is not kept: the request runs again, under the same operation id. */
const maxStoredBytes = 1_048_576;

/**
 * Runs a request under its Idempotency-Key: the first answer is kept for 24 hours and given again; an answer of 5xx or 429 is
 * not kept, and the next try runs under the same operation id.
 *
 * @param run answers the request; it turns its errors into replies and does not throw
 * @throws FreightError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export const runOnce = async (
  { db, log }: { db: Kysely<Tables>; log: Logger },
  request: OnceRequest,
  run: (operationId: string) => Promise<Reply>,
): Promise<Reply> => {
  const lease = {
    organizationId: request.organizationId,
    keyHash: sha256(request.idempotencyKey),
    leaseId: newId('operation'),
  };
  const claimed = await claim(db, request, lease);
  if (claimed.outcome === 'reused') throw new FreightError('IDEMPOTENCY_KEY_REUSED');
  if (claimed.outcome === 'running') throw new FreightError('IDEMPOTENCY_IN_PROGRESS');
  if (claimed.outcome === 'replay') return replay(claimed.reply, request.sealWith);

  const reply = await run(claimed.operationId);
  try {
    const stored = storable(reply, request.sealWith);
    if (stored === undefined) await releaseKey(db, lease);
    else await storeReply(db, lease, stored);
  } catch (error) {
    // The work is done and its answer known: the caller gets it. The key stays taken until the lease ends.
    log.error({ err: error, organizationId: request.organizationId }, 'idempotent answer not stored');
  }
  return reply;
};

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request; undefined without one. */
export const idempotencyKeyOf = (headers: Headers): string | undefined => {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (visibleAscii.test(key)) return key;
  throw new FreightError('VALIDATION_FAILED', {
    errors: { 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] },
  });
};

type Lease = { organizationId: string; keyHash: Buffer; leaseId: string };

/** How often a row that appeared during the statement is looked at again. */
const maxTries = 5;

const claim = async (db: Kysely<Tables>, request: OnceRequest, lease: Lease): Promise<Claimed> => {
  const { method, target, body, timeoutMs } = request;
  const fingerprint = createHash('sha256').update(`${method} ${target}\n`).update(body).digest();
  const operationId = newId('operation');
  for (let tries = 0; tries < maxTries; tries++) {
    const claimed = await claimKey(db, { ...lease, fingerprint, operationId, leaseMs: timeoutMs + leaseMarginMs });
    if (claimed !== undefined) return claimed;
  }
  return { outcome: 'running' };
};

const storable = ({ status, body, headers }: Reply, sealWith: string | undefined): StoredReply | undefined => {
  if (status >= 500 || status === 429 || body === null) return undefined;
  const bytes = Buffer.from(body);
  if (bytes.byteLength > maxStoredBytes) return undefined;
  return {
    status,
    contentType: headers['Content-Type'] ?? 'application/json',
    body: sealWith === undefined ? bytes : seal(bytes, sealWith),
    isSealed: sealWith !== undefined,
  };
};

const replay = ({ status, contentType, body, isSealed }: StoredReply, sealWith: string | undefined): Reply => {
  const bytes = isSealed ? unseal(body, sealWith ?? '') : Buffer.from(body);
  if (bytes === undefined) {
    throw new FreightError('IDEMPOTENCY_KEY_REUSED', {
      message: 'This Idempotency-Key was used with another API key, and its answer holds a secret for that one only',
    });
  }
  return { status, body: bytes, headers: { 'Content-Type': contentType, 'Idempotent-Replayed': 'true' } };
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
