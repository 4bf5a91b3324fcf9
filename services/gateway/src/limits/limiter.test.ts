import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

const rate = { perSecond: 10, burst: 3 };

const limiterAt = (start = 0) => {
  let nowMs = start;
  return { limiter: createLimiter(() => nowMs), pass: (ms: number) => void (nowMs += ms) };
};

describe('a token bucket', () => {
  it('lets a burst through and then refuses, saying when to come back', () => {
    const { limiter } = limiterAt();
    expect([1, 2, 3].map(() => limiter.take('a', rate).remaining)).toEqual([2, 1, 0]);
    expect(limiter.take('a', rate)).toEqual({
      isAllowed: false,
      limit: 3,
      remaining: 0,
      resetSeconds: 1,
      retryAfterSeconds: 1,
    });
  });

  it('fills at its rate and no further than its burst', () => {
    const { limiter, pass } = limiterAt();
    for (let taken = 0; taken < 4; taken++) limiter.take('a', rate);
    pass(100);
    expect(limiter.take('a', rate).isAllowed).toBe(true);
    expect(limiter.take('a', rate).isAllowed).toBe(false);
    pass(60_000);
    expect(limiter.take('a', rate).remaining).toBe(2);
  });

  it('is one per caller', () => {
    const { limiter } = limiterAt();
    for (let taken = 0; taken < 4; taken++) limiter.take('a', rate);
    expect(limiter.take('b', rate).isAllowed).toBe(true);
  });

  it('obeys a rate that was changed meanwhile at once', () => {
    const { limiter } = limiterAt();
    limiter.take('a', { perSecond: 100, burst: 200 });
    expect(limiter.take('a', { perSecond: 1, burst: 1 }).remaining).toBe(0);
    expect(limiter.take('a', { perSecond: 1, burst: 1 }).isAllowed).toBe(false);
  });

  it('is not spent by looking', () => {
    const { limiter } = limiterAt();
    for (let looked = 0; looked < 10; looked++) limiter.look('a', rate);
    expect(limiter.take('a', rate).remaining).toBe(2);
  });

  it('forgets the caller that was silent longest rather than grow without bound', () => {
    const { limiter } = limiterAt();
    const single = { perSecond: 1, burst: 1 };
    limiter.take('first', single);
    for (let caller = 0; caller < 50_000; caller++) limiter.take(String(caller), single);
    expect(limiter.look('first', single).isAllowed).toBe(true);
    expect(limiter.look('49999', single).isAllowed).toBe(false);
  });
});
