/** A token bucket's shape: refilled with `perSecond` tokens a second up to `burst`. */
export type Rate = { perSecond: number; burst: number };

/** What a bucket says to one request, as the `RateLimit-*` headers put it. */
export type Allowance = {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds until the next request is let through; 0 when this one was. */
  retryAfterSeconds: number;
};

export type Limiter = {
  /** Takes one token of a caller's bucket, if there is one. */
  take: (caller: string, rate: Rate) => Allowance;
  /** What `take` would say, without taking. */
  look: (caller: string, rate: Rate) => Allowance;
};

type Bucket = { tokens: number; filledAt: number };

/** Callers remembered at one time; the least recently seen makes room, and starts full when it comes back. */
const maxBuckets = 50_000;

/**
 * Token buckets in the memory of one gateway: with N replicas behind a fair balancer a caller gets up to N times its rate. A
 * shared counter would cost a round trip for each request and fail with its store.
 */
export const createLimiter = (now: () => number = () => performance.now()): Limiter => {
  const buckets = new Map<string, Bucket>();

  const fill = (caller: string, { perSecond, burst }: Rate): Bucket => {
    const at = now();
    const bucket = buckets.get(caller);
    if (bucket === undefined) return { tokens: burst, filledAt: at };
    const tokens = Math.min(burst, bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond);
    return { tokens, filledAt: at };
  };

  return {
    take: (caller, rate) => {
      const bucket = fill(caller, rate);
      const isAllowed = bucket.tokens >= 1;
      if (isAllowed) bucket.tokens -= 1;
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > maxBuckets) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      return allowanceOf(bucket, rate, isAllowed);
    },
    look: (caller, rate) => {
      const bucket = fill(caller, rate);
      return allowanceOf(bucket, rate, bucket.tokens >= 1);
    },
  };
};

const allowanceOf = ({ tokens }: Bucket, { perSecond, burst }: Rate, isAllowed: boolean): Allowance => ({
  isAllowed,
  limit: burst,
  remaining: Math.floor(tokens),
  resetSeconds: Math.ceil((burst - tokens) / perSecond),
  retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
});
