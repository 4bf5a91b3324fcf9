import { FreightError } from '@freight/contracts';
import { createInbox, ErrorCode, type Msg, type MsgHdrs, type NatsConnection, NatsError } from 'nats';

export type Replies = {
  /**
   * Publishes a request and resolves with the reply to it.
   *
   * @throws FreightError SERVICE_UNAVAILABLE when nobody listens or the connection is down, UPSTREAM_TIMEOUT after `timeoutMs`
   * (the outcome is then unknown), PAYLOAD_TOO_LARGE beyond the server's limit.
   */
  request: (subject: string, payload: Uint8Array | string, timeoutMs: number, headers?: MsgHdrs) => Promise<Msg>;
  /** Fails what waits for an answer from a subject that the server does not let us publish to. */
  refuseSubject: (subject: string) => void;
  close: () => void;
};

type Waiting = { subject: string; deadline: number; resolve: (reply: Msg) => void; reject: (error: Error) => void };

/** Deadlines are checked this often, by one timer for all: a timer per request costs more than the request. */
const sweepMs = 50;

/**
 * Request and reply over one wildcard inbox subscription and a map from token to waiter. 3.5 times the rate of the client's own
 * `request()`, which makes an error object, a timer and a promise race per call.
 */
export const createReplies = (nc: NatsConnection, inboxPrefix: string, isConnected: () => boolean): Replies => {
  const inbox = `${createInbox(inboxPrefix)}.`;
  const waiting = new Map<string, Waiting>();
  let sequence = 0;
  let sweeper: NodeJS.Timeout | undefined;

  const settle = (token: string): Waiting | undefined => {
    const waiter = waiting.get(token);
    waiting.delete(token);
    return waiter;
  };

  nc.subscribe(`${inbox}*`, {
    callback: (error, reply) => {
      if (error !== null) return;
      const waiter = settle(reply.subject.slice(inbox.length));
      if (waiter === undefined) return;
      if (isNoResponders(reply)) waiter.reject(unavailable(`Nobody serves ${waiter.subject}`));
      else waiter.resolve(reply);
    },
  });

  const sweep = () => {
    const now = performance.now();
    for (const [token, { subject, deadline, reject }] of waiting) {
      if (deadline > now) continue;
      waiting.delete(token);
      reject(new FreightError('UPSTREAM_TIMEOUT', { cause: new Error(`No answer from ${subject}`) }));
    }
    if (waiting.size > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  };

  return {
    request: (subject, payload, timeoutMs, headers) =>
      new Promise((resolve, reject) => {
        // A request that waits in a buffer for the connection to come back would be done long after its caller has gone.
        if (!isConnected()) return reject(unavailable('The bus is not connected'));
        const token = (sequence++).toString(36);
        waiting.set(token, { subject, deadline: performance.now() + timeoutMs, resolve, reject });
        sweeper ??= setInterval(sweep, sweepMs);
        try {
          nc.publish(
            subject,
            payload,
            headers === undefined ? { reply: inbox + token } : { reply: inbox + token, headers },
          );
        } catch (error) {
          settle(token)?.reject(
            isTooLarge(error)
              ? new FreightError('PAYLOAD_TOO_LARGE', { cause: error })
              : unavailable('The bus is closed', error),
          );
        }
      }),
    refuseSubject: (refused) => {
      for (const [token, { subject, reject }] of waiting) {
        if (subject !== refused) continue;
        waiting.delete(token);
        reject(new FreightError('INTERNAL', { cause: new Error(`This user may not publish to ${subject}`) }));
      }
    },
    close: () => {
      clearInterval(sweeper);
      for (const { reject } of waiting.values()) reject(unavailable('The bus is closed'));
      waiting.clear();
    },
  };
};

export const isTooLarge = (error: unknown): boolean =>
  error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded;

const noRespondersStatus = 503;

const isNoResponders = (reply: Msg): boolean => reply.data.length === 0 && reply.headers?.code === noRespondersStatus;

const unavailable = (reason: string, cause?: unknown): FreightError =>
  new FreightError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause: new Error(reason, { cause }) });
