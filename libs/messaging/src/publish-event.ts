import { setTimeout as delay } from 'node:timers/promises';
import { headers } from 'nats';
import { z } from 'zod';
import { type Bus, internalsOf } from './bus.ts';
import { JetStreamError } from './jetstream-api.ts';

export type PublishedEvent = {
  subject: string;
  /** JetStream stores one message of an id that comes twice within its duplicate window. */
  messageId: string;
  headers?: Record<string, string>;
  body: Uint8Array | string;
};

const ackTimeoutMs = 5_000;
const retryDelaysMs = [100, 500];

const publishAck = z.object({
  error: z.object({ err_code: z.number().default(0), description: z.string().default('') }).optional(),
  seq: z.number().default(0),
  duplicate: z.boolean().default(false),
});

/**
 * Publishes to the event stream and waits until JetStream has stored it; tries three times.
 *
 * @returns the sequence in the stream, and whether it was there already
 * @throws FreightError SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT, JetStreamError when the stream refuses it
 */
export const publishEvent = async (
  bus: Bus,
  event: PublishedEvent,
): Promise<{ sequence: number; duplicate: boolean }> => {
  for (const retryDelayMs of retryDelaysMs) {
    try {
      return await publishOnce(bus, event);
    } catch {
      await delay(retryDelayMs);
    }
  }
  return publishOnce(bus, event);
};

const publishOnce = async (bus: Bus, event: PublishedEvent): Promise<{ sequence: number; duplicate: boolean }> => {
  const eventHeaders = headers();
  eventHeaders.set('Nats-Msg-Id', event.messageId);
  for (const [name, value] of Object.entries(event.headers ?? {})) eventHeaders.set(name, value);
  const reply = await internalsOf(bus).replies.request(event.subject, event.body, ackTimeoutMs, eventHeaders);
  const { error, seq, duplicate } = publishAck.parse(JSON.parse(reply.string()));
  if (error !== undefined) throw new JetStreamError(event.subject, error);
  return { sequence: seq, duplicate };
};
