import { type CallContext, type Operation } from '@freight/contracts';
import type { RawAnswer } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import type { Kysely } from 'kysely';
import { publicError } from '../http/public-error.ts';
import type { Tables } from '../tables.ts';
import { audit, auditOutcome } from './audit.store.ts';

export type AuditForwarded = (
  operation: Operation,
  context: CallContext,
  input: unknown,
  run: () => Promise<RawAnswer>,
) => Promise<RawAnswer>;

/**
 * Writes down a change that an operator makes in another service: the request before it is sent, so that no change can happen
 * unrecorded, and what came of it afterwards. The gateway's own operations write their entry in their own transaction, with the
 * state before and after, and pass through.
 */
export const createAuditForwarded =
  ({ db, log }: { db: Kysely<Tables>; log: Logger }): AuditForwarded =>
  async (operation, context, input, run) => {
    if (operation.service === 'gateway') return run();
    const entryId = await audit(db, context, {
      operation: operation.name,
      organizationId: organizationIn(input),
      before: null,
      after: { request: input, outcome: 'unknown' },
    });
    const settle = async (outcome: Record<string, unknown>): Promise<void> => {
      try {
        await auditOutcome(db, entryId, { request: input, ...outcome });
      } catch (error) {
        // The change is made and its request recorded; the entry goes on saying that its outcome is unknown.
        log.error({ err: error, entryId }, 'audit outcome not stored');
      }
    };
    try {
      const answer = await run();
      await settle({ status: answer.status, answer: readable(answer) });
      return answer;
    } catch (error) {
      const { code, status, message } = publicError(error);
      await settle({ status, code, message });
      throw error;
    }
  };

const organizationIn = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'organizationId' in input && typeof input.organizationId === 'string'
    ? input.organizationId
    : null;

/** Answers larger than this are not copied into the log, in bytes. */
const maxAnswerBytes = 65_536;

const readable = ({ contentType, body }: RawAnswer): unknown =>
  contentType !== undefined || body.byteLength > maxAnswerBytes
    ? `${body.byteLength} bytes`
    : JSON.parse(Buffer.from(body).toString());
