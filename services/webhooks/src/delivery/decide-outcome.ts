import { delayAfter, type RetrySchedule } from './retry-schedule.ts';
import type { Answer } from './send-webhook.ts';

/** What an attempt means for its delivery. Exactly these four; everything that follows is decided by the kind alone. */
export type Outcome =
  | { kind: 'acknowledged' }
  /** 4xx: the receiver says that it will never take it. */
  | { kind: 'refused' }
  | { kind: 'retry'; delayMs: number }
  /** Failed, and it was the last attempt. */
  | { kind: 'exhausted' };

export type Attempted = {
  attempt: number;
  answer: Answer;
  schedule: RetrySchedule;
  random: () => number;
};

/** Decides about a delivery after one attempt: 2xx acknowledges, 4xx refuses, all else is tried again while the schedule lasts. */
export const decideOutcome = ({ attempt, answer, schedule, random }: Attempted): Outcome => {
  if (answer.kind === 'answered' && isSuccess(answer.status)) return { kind: 'acknowledged' };
  if (answer.kind === 'answered' && isRefusal(answer.status)) return { kind: 'refused' };
  const retryAfterMs = answer.kind === 'answered' && answer.status === 503 ? answer.retryAfterMs : undefined;
  const delayMs = delayAfter({ attempt, timedOut: answer.kind === 'timeout', retryAfterMs }, schedule, random);
  return delayMs === undefined ? { kind: 'exhausted' } : { kind: 'retry', delayMs };
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isRefusal = (status: number): boolean => status >= 400 && status < 500;
