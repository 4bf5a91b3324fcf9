/**
 * What a call to a courier came to. `unknown` is no failure: the thing asked for may or may not have happened (a timeout, a
 * reset, a 5xx, an unreadable answer), so whoever asked for an effect looks the reference up before doing anything else.
 */
export type Outcome<Value> = Done<Value> | Refused | Unknown;

export type Done<Value> = { kind: 'done'; value: Value };

/** It certainly did not happen. `message` is the courier's own words or ours, free of keys; `raw` its answer, parsed. */
export type Refused = { kind: 'refused'; reason: RefusalReason; message: string; raw?: unknown };

/**
 * `cause` is for logs; it names neither the query string nor any header of the request. `isOver`: the courier did answer, if with
 * nonsense, so it works on the request no longer and a look-up that finds nothing is final; after silence it is not.
 */
export type Unknown = { kind: 'unknown'; cause: string; isOver?: true };

/** Why a courier, or we before any call, said no; `isRetryable` = the same request may succeed later without a change. */
export const refusalReasonTable = {
  NOT_SERVICEABLE: { description: 'The courier does not serve this lane, payment mode or service', isRetryable: false },
  INVALID_REQUEST: { description: 'The courier found the request invalid', isRetryable: false },
  DUPLICATE_REFERENCE: {
    description: 'The courier already has a consignment of this reference: find it',
    isRetryable: false,
  },
  NOT_FOUND: { description: 'The courier does not know this consignment', isRetryable: false },
  NOT_ALLOWED: { description: 'The present state of the consignment does not allow this', isRetryable: false },
  NOT_SUPPORTED: { description: 'The courier does not offer this', isRetryable: false },
  ACCOUNT: { description: 'The courier account needs attention (credentials, balance, warehouse)', isRetryable: false },
  RATE_LIMITED: { description: 'Too many calls to the courier', isRetryable: true },
  UNAVAILABLE: { description: 'The courier could not be reached, nothing was sent', isRetryable: true },
  OTHER: { description: 'The courier refused', isRetryable: false },
} as const satisfies Record<string, { description: string; isRetryable: boolean }>;

export type RefusalReason = keyof typeof refusalReasonTable;

export const done = <Value>(value: Value): Done<Value> => ({ kind: 'done', value });

export const refused = (reason: RefusalReason, message: string, raw?: unknown): Refused => ({
  kind: 'refused',
  reason,
  message,
  ...(raw === undefined ? {} : { raw }),
});

export const unknown = (cause: string): Unknown => ({ kind: 'unknown', cause });

/** Unknown after an answer: see `Unknown.isOver`. */
export const unknownButOver = (cause: string): Unknown => ({ kind: 'unknown', cause, isOver: true });
