import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '@freight/contracts';

/**
 * Checks that an answer is what the contract promises, as its caller will read it. A field that the contract does not name is a
 * fault too: the gateway passes the bytes on unread, so a column that slipped in would reach the merchant.
 */
export const assertContractKept = (operation: Operation, body: string): void => {
  const written: unknown = JSON.parse(body);
  const read = operation.output.safeParse(written);
  if (!read.success) throw new Error(`${operation.name} broke its contract`, { cause: read.error });
  const kept: unknown = JSON.parse(JSON.stringify(read.data ?? null));
  if (!isDeepStrictEqual(kept, written)) {
    throw new Error(`${operation.name} answers more than its contract names: ${body.slice(0, 500)}`);
  }
};
