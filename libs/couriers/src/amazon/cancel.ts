import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest, CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome, type Refused, refused } from '../outcome.ts';
import { refusalIn } from './refusals.ts';

/** Cancels by shipment id, which is not the tracking id and is in no answer but the purchase's. */
export const cancelRequest = (_account: CourierAccount, { courierOrderId }: CancelRequest): CourierDraft | Refused =>
  courierOrderId === undefined
    ? refused('INVALID_REQUEST', 'Amazon cancels by the shipment id of the booking (courierOrderId)')
    : {
        method: 'PUT',
        path: `/shipping/v2/shipments/${encodeURIComponent(courierOrderId)}/cancel`,
        headers: { 'content-type': 'application/json' },
        body: '{}',
        isRead: false,
      };

export const parseCancel = (reply: CourierReply): Outcome<{ state: 'cancelled' | 'queued' }> => {
  const refusal = refusalIn(reply);
  if (refusal === undefined || /already (been )?cancel/i.test(refusal.message)) return done({ state: 'cancelled' });
  return refusal;
};

export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: cancelRequest,
  parse: parseCancel,
});
