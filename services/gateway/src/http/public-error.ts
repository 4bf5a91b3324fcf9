import { FreightError } from '@freight/contracts';
import { isUnavailable } from '@freight/database';

const retryAfterSeconds = 1;

/**
 * Any error as the caller may see it. A database that is away is SERVICE_UNAVAILABLE, what nobody foresaw INTERNAL; every 503
 * says when to come back.
 */
export const publicError = (error: unknown): FreightError => {
  if (!(error instanceof FreightError)) {
    return isUnavailable(error)
      ? new FreightError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds })
      : new FreightError('INTERNAL', { cause: error });
  }
  if (error.code !== 'SERVICE_UNAVAILABLE' || error.retryAfterSeconds !== undefined) return error;
  return new FreightError('SERVICE_UNAVAILABLE', { cause: error.cause ?? error, retryAfterSeconds });
};
