import { z } from 'zod';
import { type Bus, internalsOf } from './bus.ts';

/** JetStream's own error codes, as far as something is done about them. */
export const jetstreamErrors = { streamNotFound: 10059, streamNameInUse: 10058, consumerNotFound: 10014 } as const;

/** A refusal by JetStream: it understood and would not. */
export class JetStreamError extends Error {
  readonly errorCode: number;

  constructor(subject: string, { description, err_code }: z.output<typeof apiError>) {
    super(`${subject}: ${description}`);
    this.name = 'JetStreamError';
    this.errorCode = err_code;
  }
}

const apiError = z.object({ err_code: z.number().default(0), description: z.string().default('') });
const apiReply = z.looseObject({ error: apiError.optional() });

const apiTimeoutMs = 5_000;

/**
 * One request to the JetStream API. Plain requests over our own reply inbox rather than the client's manager: they work within
 * the narrow permissions of a service and take part in our deadlines.
 *
 * @throws JetStreamError on a refusal, FreightError when JetStream does not answer
 */
export const jetstreamApi = async (bus: Bus, verb: string, body?: object): Promise<z.output<typeof apiReply>> => {
  const subject = `$JS.API.${verb}`;
  const reply = await internalsOf(bus).replies.request(
    subject,
    body === undefined ? '' : JSON.stringify(body),
    apiTimeoutMs,
  );
  const answer = apiReply.parse(JSON.parse(reply.string()));
  if (answer.error !== undefined) throw new JetStreamError(subject, answer.error);
  return answer;
};

/** JetStream counts durations in nanoseconds. */
export const toNanoseconds = (ms: number): number => ms * 1_000_000;
