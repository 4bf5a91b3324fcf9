import type { CourierReply } from '../call-courier.ts';
import type { FindRequest, FoundConsignment } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import type { TrackedConsignment } from '../scan.ts';
import { parseTrack } from './track.ts';

/** One reference a call: Delhivery answers a list with an error as soon as one of its references is unknown. */
export const findRequest = (reference: string): CourierDraft => ({
  method: 'GET',
  path: '/api/v1/packages/json/',
  query: { waybill: '', ref_ids: reference },
  isRead: true,
});

export const parseFind = (reply: CourierReply, reference: string): Outcome<FoundConsignment | null> => {
  const tracked = parseTrack(reply);
  if (tracked.kind !== 'done') return tracked;
  const ours = tracked.value.filter((one) => one.reference === reference).map(foundOf);
  return done(ours.find(({ isCancelled }) => !isCancelled) ?? ours[0] ?? null);
};

export const find = oneExchange<FindRequest, FoundConsignment | null>({
  request: (_account, { reference }) => findRequest(reference),
  parse: (reply, { reference }) => parseFind(reply, reference),
});

const foundOf = (tracking: TrackedConsignment): FoundConsignment => ({
  awb: tracking.awb,
  packageAwbs: [],
  courierOrderId: null,
  sortCode: null,
  label: null,
  expectedDeliveryDate: tracking.expectedDeliveryDate,
  raw: null,
  isCancelled: isCancelled(tracking),
  tracking,
});

/** A forward shipment that is cancelled before pickup stays "Manifested": only the instructions of its last scan tell. */
const isCancelled = ({ scans }: TrackedConsignment): boolean => {
  const last = scans.at(-1);
  return last?.status === 'CANCELLED' || (last?.status === 'LABEL_GENERATED' && /cancel/i.test(last.description));
};
