import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest } from '../consignment.ts';
import type { Booking, CourierFile } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { bookingOf } from '../found.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome, refused, unknown } from '../outcome.ts';
import { type Offer, parseRates, ratesRequest } from './rates.ts';
import { readPayload } from './refusals.ts';

/** Rates, then the purchase of the best one. Until the purchase nothing was booked, whatever became of the rates. */
export const book: Operation<BookingRequest, Booking> = async ({ send }, booking) => {
  const asked = await send(ratesRequest(booking));
  const rates = asked.kind === 'answered' ? parseRates(asked) : asked;
  if (rates.kind === 'unknown') return refused('UNAVAILABLE', `no rates (${rates.cause})`);
  if (rates.kind === 'refused') return rates;
  const { offer, remarks } = rates.value;
  if (offer === null) return refused('NOT_SERVICEABLE', remarks ?? 'Amazon offers nothing for this parcel');
  const reply = await send(purchaseRequest(booking, offer));
  return reply.kind === 'answered' ? parsePurchase(reply, offer) : reply;
};

/** Our reference is the idempotency key: the same purchase sent twice is one shipment. */
export const purchaseRequest = (booking: BookingRequest, { requestToken, rateId }: Offer): CourierDraft =>
  jsonDraft(
    'POST',
    '/shipping/v2/shipments',
    {
      requestToken,
      rateId,
      requestedDocumentSpecification: {
        format: 'PDF',
        size: { width: 4, length: 6, unit: 'INCH' },
        pageLayout: 'DEFAULT',
        needFileJoining: false,
        requestedDocumentTypes: ['LABEL'],
      },
      ...(booking.paymentMode === 'COD' ? { requestedValueAddedServices: [{ id: 'CollectOnDelivery' }] } : {}),
    },
    { headers: { 'x-amzn-idempotencykey': booking.reference } },
  );

const purchase = z.object({
  shipmentId: z.string().min(1),
  packageDocumentDetails: z.array(
    z.object({
      trackingId: z.string().nullish(),
      packageDocuments: z
        .array(z.object({ type: z.string(), format: z.string().nullish(), contents: z.string() }))
        .nullish(),
    }),
  ),
});

export const parsePurchase = (reply: CourierReply, offer: Offer): Outcome<Booking> => {
  const answer = readPayload(reply, purchase);
  if (answer.kind !== 'done') return answer;
  const { shipmentId, packageDocumentDetails } = answer.value;
  const [parcel] = packageDocumentDetails;
  if (!parcel?.trackingId) return unknown('a purchase without a tracking id');
  return done(
    bookingOf(parcel.trackingId, {
      courierOrderId: shipmentId,
      label: labelOf(parcel.packageDocuments?.find(({ type }) => type === 'LABEL')?.contents),
      expectedDeliveryDate: offer.deliverBy ?? null,
      raw: { shipmentId },
    }),
  );
};

/** A label that is no PDF is left out: our own is drawn instead, and the booking stands. */
const labelOf = (contents: string | undefined): CourierFile | null => {
  const bytes = Buffer.from(contents ?? '', 'base64');
  return bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) ? { contentType: 'application/pdf', bytes } : null;
};
