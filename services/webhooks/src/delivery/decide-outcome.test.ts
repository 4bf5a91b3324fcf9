import { describe, expect, test } from 'vitest';
import { decideOutcome } from './decide-outcome.ts';
import { retrySchedule } from './retry-schedule.ts';
import type { Answer } from './send-webhook.ts';

const decide = (answer: Answer, attempt = 1) =>
  decideOutcome({ attempt, answer, schedule: retrySchedule, random: () => 0.5 });
const answered = (status: number, retryAfterMs?: number): Answer => ({
  kind: 'answered',
  status,
  body: '',
  retryAfterMs,
});

describe('an attempt', () => {
  test.each([200, 201, 202, 204, 299])('answered %i is acknowledged', (status) => {
    expect(decide(answered(status))).toEqual({ kind: 'acknowledged' });
  });

  test.each([400, 401, 404, 408, 410, 429, 499])('answered %i is refused: a caller bug is not retried', (status) => {
    expect(decide(answered(status))).toEqual({ kind: 'refused' });
  });

  test.each([301, 302, 307, 308, 304, 500, 502, 503, 599])('answered %i is tried again', (status) => {
    expect(decide(answered(status))).toEqual({ kind: 'retry', delayMs: 5_000 });
  });

  test('that times out is tried again, after a minute', () => {
    expect(decide({ kind: 'timeout', error: 'no answer' })).toEqual({ kind: 'retry', delayMs: 60_000 });
  });

  test('that fails on the way is tried again', () => {
    expect(decide({ kind: 'failed', error: 'connection reset' })).toEqual({ kind: 'retry', delayMs: 5_000 });
  });

  test('is followed by a wait of the receiver’s choice on a 503, and only there', () => {
    expect(decide(answered(503, 20_000))).toEqual({ kind: 'retry', delayMs: 20_000 });
    expect(decide(answered(500, 20_000))).toEqual({ kind: 'retry', delayMs: 5_000 });
  });

  test('that is the twelfth and fails is the last', () => {
    expect(decide(answered(500), 11)).toEqual({ kind: 'retry', delayMs: 86_400_000 });
    expect(decide(answered(500), 12)).toEqual({ kind: 'exhausted' });
  });
});
