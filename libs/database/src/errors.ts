import pg from 'pg';

const sqlState = { uniqueViolation: '23505', checkViolation: '23514', foreignKeyViolation: '23503' } as const;

const violates = (error: unknown, state: string, constraint: string | undefined): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === state &&
  (constraint === undefined || error.constraint === constraint);

/** Did this statement break a unique constraint (of that name)? The way to learn that somebody else was first. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, sqlState.uniqueViolation, constraint);

export const isCheckViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, sqlState.checkViolation, constraint);

export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, sqlState.foreignKeyViolation, constraint);

/** Classes 40 (rollback: deadlock, serialization) and 55P03 (lock timeout): the same statement may well work now. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('40') === true || error.code === '55P03');

/**
 * Is the database away rather than unhappy: refused, cut off, shutting down, out of connections? The caller answers
 * SERVICE_UNAVAILABLE, because the same request will work later.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Connection ended/.test(error.message)
  );
};
