import type { FindRequest, FoundConsignment } from '../courier.ts';
import type { Operation } from '../define-courier.ts';
import { foundAtBooking } from '../found.ts';
import { done, refused } from '../outcome.ts';
import { book } from './book.ts';

/** The purchase once more under its key: answered with the first result, or made now when there was none. */
export const find: Operation<FindRequest, FoundConsignment | null> = async (session, { reference, booking }) => {
  if (booking === undefined) return refused('INVALID_REQUEST', 'found only by hearing the booking again');
  const again = await book(session, booking);
  return again.kind === 'done' ? done(foundAtBooking(again.value, reference)) : again;
};
