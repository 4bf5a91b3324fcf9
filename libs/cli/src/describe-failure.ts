import { ApiError } from './api/api-client.ts';

/** A failure in words for the person at the terminal: no stack, and for a refusal of the API its code and request id. */
export const describeFailure = (error: unknown): string => {
  if (error instanceof ApiError) {
    const { message, code, status, requestId } = error;
    return `${message} (${[code ?? `HTTP ${status}`, requestId].filter((part) => part !== undefined).join(', ')})`;
  }
  return error instanceof Error ? error.message : String(error);
};
