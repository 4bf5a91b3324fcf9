import type { FindRequest, FoundConsignment } from '../courier.ts';
import type { Operation } from '../define-courier.ts';
import { bookingOf, foundAtBooking } from '../found.ts';
import { done, refused } from '../outcome.ts';
import { book } from './book.ts';

/** The article once more under its number: taken by now means that the first one arrived, and the number is known. */
export const find: Operation<FindRequest, FoundConsignment | null> = async (session, { reference, booking }) => {
  if (booking?.awb === undefined) return refused('INVALID_REQUEST', 'found only by hearing the booking again');
  const again = await book(session, booking);
  if (again.kind === 'done') return done(foundAtBooking(again.value, reference));
  if (again.kind === 'refused' && again.reason === 'DUPLICATE_REFERENCE') {
    return done(foundAtBooking(bookingOf(booking.awb), reference));
  }
  return again;
};
