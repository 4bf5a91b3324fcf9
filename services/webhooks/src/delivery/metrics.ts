import { counter, durationHistogram } from '@freight/telemetry';
import type { Outcome } from './decide-outcome.ts';

const attempts = counter('freight_webhook_attempts', { description: 'Attempts to deliver a webhook, by outcome' });
const observeDuration = durationHistogram('freight_webhook_attempt_duration', {
  description: 'Time from the start of an attempt to its answer, by outcome',
});

export const countAttempt = (outcome: Outcome['kind'], durationMs: number): void => {
  attempts({ outcome });
  observeDuration(durationMs / 1_000, { outcome });
};

/** Attempts whose result was not taken: somebody else had claimed the delivery, or it was deleted meanwhile. */
export const countStale = counter('freight_webhook_stale_results', {
  description: 'Results of attempts that came after their lease or after the delivery was deleted',
});
