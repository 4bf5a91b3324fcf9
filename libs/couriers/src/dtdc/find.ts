import type { FindRequest, FoundConsignment } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { foundOf } from '../found.ts';
import { done } from '../outcome.ts';
import { parseTrack, trackRequest } from './track.ts';

/** Tracking by the customer's reference instead of by number. */
export const find = oneExchange<FindRequest, FoundConsignment | null>({
  request: (account, { reference }) => trackRequest(account, 'reference', reference),
  parse: (reply, { reference }) => {
    const tracked = parseTrack(reply);
    if (tracked.kind !== 'done') return tracked;
    const ours = tracked.value.find((one) => one.reference === reference);
    return done(ours === undefined ? null : foundOf(ours));
  },
});
