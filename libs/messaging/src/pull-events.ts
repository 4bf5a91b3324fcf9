import { setTimeout as delay } from 'node:timers/promises';
import { eventStream } from '@freight/contracts';
import { createInbox, type Msg } from 'nats';
import { type Bus, inboxPrefix, internalsOf } from './bus.ts';
import { toNanoseconds } from './jetstream-api.ts';

export type PullOptions = {
  durable: string;
  batch: number;
  /** Messages taken and not yet handled: no more are fetched while they are as many as a batch. */
  backlog: () => number;
  onMessage: (message: Msg) => void;
  signal: AbortSignal;
};

const expiresMs = 30_000;
// A stream that is deleted does not always tell the requests that wait for it (1 in 30 on 2.10.27): silence has to say it.
const heartbeatMs = 2_000;
const missedHeartbeats = 3;
const tickMs = 250;
/** How soon a full backlog is looked at again. */
const backlogPauseMs = 10;

// Codes of JetStream's messages about a pull (NATS ADR-13): a heartbeat; nothing there, or the request ran out.
const heartbeat = 100;
const requestEnded = new Set([404, 408]);

/**
 * Pulls messages of a durable consumer, one request after another, until it is told to stop.
 *
 * @throws Error when the consumer may be gone: it was deleted, nobody answers, heartbeats stayed out, the connection was new
 */
export const pullEvents = async (bus: Bus, options: PullOptions): Promise<void> => {
  const { durable, batch, backlog, onMessage, signal } = options;
  const { nc } = internalsOf(bus);
  const inbox = createInbox(inboxPrefix(bus.service));
  let lastHeardAt = performance.now();
  let expected = 0;
  let gone: string | undefined;
  let wake = () => {};

  // An open request dies with the connection that made it.
  const forgetReconnect = bus.onReconnect(() => {
    gone ??= 'the connection was renewed';
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });

  const subscription = nc.subscribe(inbox, {
    callback: (error, message) => {
      lastHeardAt = performance.now();
      const code = message.subject === inbox ? message.headers?.code : undefined;
      if (error !== null) gone = error.message;
      else if (code === heartbeat) return;
      else if (code === undefined) {
        expected -= 1;
        onMessage(message);
      } else if (requestEnded.has(code)) expected = 0;
      else gone = `${code} ${message.headers?.description}`;
      if (expected <= 0 || gone !== undefined) wake();
    },
  });

  try {
    while (!signal.aborted && gone === undefined) {
      const silentMs = performance.now() - lastHeardAt;
      if (expected > 0 && silentMs > missedHeartbeats * heartbeatMs)
        gone = `no heartbeat for ${Math.round(silentMs)} ms`;
      if (expected <= 0 && backlog() < batch && bus.isConnected()) {
        expected = batch;
        lastHeardAt = performance.now();
        nc.publish(
          `$JS.API.CONSUMER.MSG.NEXT.${eventStream.name}.${durable}`,
          JSON.stringify({ batch, expires: toNanoseconds(expiresMs), idle_heartbeat: toNanoseconds(heartbeatMs) }),
          { reply: inbox },
        );
      }
      const awake = Promise.withResolvers<void>();
      wake = awake.resolve;
      await Promise.race([awake.promise, delay(expected > 0 ? tickMs : backlogPauseMs)]);
    }
  } finally {
    forgetReconnect();
    subscription.unsubscribe();
  }
  if (gone !== undefined && !signal.aborted) throw new Error(`pull of ${durable} ended: ${gone}`);
};
