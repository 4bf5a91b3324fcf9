import type { FindRequest, FoundConsignment } from '../courier.ts';
import type { Operation } from '../define-courier.ts';
import { foundAtBooking } from '../found.ts';
import { done, refused, unknown } from '../outcome.ts';
import { book } from './book.ts';

/**
 * Sends the booking once more. Made now: there was none before. Refused as a duplicate: there is one, and its number is shown
 * in the courier's portal only, so the question stays open for a person; a second label is impossible either way.
 */
export const find: Operation<FindRequest, FoundConsignment | null> = async (session, { reference, booking }) => {
  if (booking === undefined) return refused('INVALID_REQUEST', 'found only by hearing the booking again');
  const again = await book(session, booking);
  if (again.kind === 'done') return done(foundAtBooking(again.value, reference));
  if (again.kind === 'refused' && again.reason === 'DUPLICATE_REFERENCE') {
    return unknown(`Xpressbees has order ${reference} and tells its number in its portal only`);
  }
  return again;
};
