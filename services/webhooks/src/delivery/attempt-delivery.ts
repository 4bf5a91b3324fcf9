import { inSpan, type Logger, runWithTrace } from '@freight/telemetry';
import { signWebhook } from '@freight/webhook-signature';
import type { Dispatcher } from 'undici';
import type { Claim } from './claim-due.store.ts';
import { decideOutcome, type Outcome } from './decide-outcome.ts';
import { countAttempt } from './metrics.ts';
import type { AttemptResult } from './record-results.store.ts';
import { type RetrySchedule, singleAttempt } from './retry-schedule.ts';
import { type Answer, sendWebhook } from './send-webhook.ts';

export type AttemptOptions = {
  dispatcher: Dispatcher;
  log: Logger;
  timeoutMs: number;
  schedule: RetrySchedule;
  /** Numbers from 0 to 1. */
  random: () => number;
  now: () => Date;
};

/**
 * One attempt to deliver: prepare, send, decide, one log line. Never throws, so every attempt has a result.
 *
 * Signed at this moment with the secret that the claim read a moment ago; the signed bytes are the bytes sent.
 */
export const attemptDelivery = (claim: Claim, options: AttemptOptions): Promise<AttemptResult> =>
  runWithTrace(claim.traceparent ?? undefined, () =>
    inSpan('deliver webhook', { 'webhook.event': claim.event, 'webhook.attempt': claim.attempt }, async () => {
      const startedAt = performance.now();
      const answer = await send(claim, options);
      const durationMs = Math.round(performance.now() - startedAt);
      const { random } = options;
      const schedule = claim.isTest ? singleAttempt : options.schedule;
      const outcome = decideOutcome({ attempt: claim.attempt, answer, schedule, random });
      countAttempt(outcome.kind, durationMs);
      logAttempt(options.log, claim, answer, outcome, durationMs);
      return resultOf(claim, answer, outcome, durationMs);
    }),
  );

const send = async (claim: Claim, { dispatcher, timeoutMs, now }: AttemptOptions): Promise<Answer> => {
  const body = Buffer.from(claim.payload, 'utf8');
  const { secret, deliveryId, event, attempt } = claim;
  const signature = signWebhook({ body, secret, deliveryId, event, attempt, timestamp: now() });
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent, ...signature };
  return sendWebhook(dispatcher, { url: claim.url, headers, body, timeoutMs }, now);
};

const userAgent = 'Freight-Webhooks/1.0';

const resultOf = (claim: Claim, answer: Answer, outcome: Outcome, durationMs: number): AttemptResult => ({
  organizationId: claim.organizationId,
  deliveryId: claim.deliveryId,
  attempt: claim.attempt,
  secretVersion: claim.secretVersion,
  outcome: outcome.kind,
  delayMs: outcome.kind === 'retry' ? outcome.delayMs : null,
  isHealthy: outcome.kind === 'acknowledged' || outcome.kind === 'refused',
  responseStatus: answer.kind === 'answered' ? answer.status : null,
  responseBody: answer.kind === 'answered' ? answer.body : null,
  error: answer.kind === 'answered' ? errorOfStatus(answer.status, outcome) : answer.error,
  durationMs,
});

const errorOfStatus = (status: number, { kind }: Outcome): string | null =>
  kind === 'acknowledged' ? null : `answered ${status}`;

const logAttempt = (log: Logger, claim: Claim, answer: Answer, outcome: Outcome, durationMs: number): void => {
  log.info(
    {
      organizationId: claim.organizationId,
      subscriptionId: claim.subscriptionId,
      deliveryId: claim.deliveryId,
      event: claim.event,
      attempt: claim.attempt,
      host: new URL(claim.url).host,
      waitedMs: claim.waitedMs,
      durationMs,
      status: answer.kind === 'answered' ? answer.status : undefined,
      error: answer.kind === 'answered' ? undefined : answer.error,
      outcome: outcome.kind,
      nextInMs: outcome.kind === 'retry' ? outcome.delayMs : undefined,
    },
    'webhook attempt',
  );
};
