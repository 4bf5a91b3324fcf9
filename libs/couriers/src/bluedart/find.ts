import type { CourierReply } from '../call-courier.ts';
import type { FindRequest, FoundConsignment } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { parseTrack, trackRequest } from './track.ts';

export const parseFind = (reply: CourierReply, reference: string): Outcome<FoundConsignment | null> => {
  const tracked = parseTrack(reply);
  if (tracked.kind !== 'done') return tracked;
  const ours = tracked.value
    .filter((one) => one.reference === reference)
    .map((tracking) => ({
      awb: tracking.awb,
      packageAwbs: [],
      courierOrderId: null,
      sortCode: null,
      label: null,
      expectedDeliveryDate: tracking.expectedDeliveryDate,
      raw: null,
      isCancelled: tracking.scans.at(-1)?.status === 'CANCELLED',
      tracking,
    }));
  return done(ours.find(({ isCancelled }) => !isCancelled) ?? ours[0] ?? null);
};

/** Tracking by our reference instead of by waybill. */
export const find = oneExchange<FindRequest, FoundConsignment | null>({
  request: (account, { reference }) => trackRequest(account, 'ref', [reference]),
  parse: (reply, { reference }) => parseFind(reply, reference),
});
