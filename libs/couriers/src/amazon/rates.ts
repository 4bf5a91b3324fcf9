import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, ConsignmentAddress, ConsignmentItem } from '../consignment.ts';
import type { CourierDraft } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { streetOf } from '../place-code.ts';
import { readPayload } from './refusals.ts';

/** Asks what the parcel may travel by; an offer is good for ten minutes. Changes nothing. */
export const ratesRequest = (booking: BookingRequest): CourierDraft => {
  const isCod = booking.paymentMode === 'COD';
  return jsonDraft(
    'POST',
    '/shipping/v2/shipments/rates',
    {
      shipFrom: addressOf(booking.pickup),
      shipTo: addressOf(booking.drop),
      returnTo: addressOf(booking.returnTo ?? booking.pickup),
      ...(booking.readyAt === undefined ? {} : { shipDate: booking.readyAt.toISOString() }),
      packages: booking.packages.map((parcel) => ({
        packageClientReferenceId: booking.reference,
        // The unit stands beside every quantity.
        weight: { unit: 'GRAM', value: parcel.weightGrams },
        dimensions: {
          unit: 'CENTIMETER',
          length: parcel.lengthCm,
          width: parcel.breadthCm,
          height: parcel.heightCm,
        },
        insuredValue: inr(booking.invoiceValuePaise),
        isHazmat: booking.isDangerous ?? false,
        sellerDisplayName: booking.pickup.organisation ?? booking.pickup.name,
        items: parcel.items.map((item) => itemOf(booking, item)),
      })),
      // Cash on delivery is a service added to the parcel, not a way of payment.
      ...(isCod ? { valueAddedServices: { collectOnDelivery: { amount: inr(booking.codAmountPaise) } } } : {}),
      ...(booking.sellerGstin === undefined
        ? {}
        : { taxDetails: [{ taxType: 'GST', taxRegistrationNumber: booking.sellerGstin }] }),
      channelDetails: { channelType: 'EXTERNAL' },
    },
    { isRead: true },
  );
};

const inr = (paise: number) => ({ value: paise / 100, unit: 'INR' });

const itemOf = (booking: BookingRequest, item: ConsignmentItem) => ({
  itemIdentifier: item.sku ?? item.name.slice(0, 40),
  description: item.name,
  quantity: item.quantity,
  itemValue: inr(item.unitPricePaise),
  isHazmat: booking.isDangerous ?? false,
  invoiceDetails: {
    invoiceNumber: booking.invoiceNumber ?? booking.orderReference,
    ...(booking.invoiceDate === undefined ? {} : { invoiceDate: booking.invoiceDate.toISOString() }),
  },
});

/** Three lines of 60 characters; what is longer is cut, as Amazon refuses the whole parcel otherwise. */
const addressOf = (place: ConsignmentAddress) => {
  const street = streetOf(place);
  return {
    name: place.name.slice(0, 50),
    addressLine1: street.slice(0, 60),
    addressLine2: street.slice(60, 120),
    addressLine3: street.slice(120, 180),
    stateOrRegion: place.state,
    city: place.city,
    countryCode: 'IN',
    postalCode: place.pincode,
    phoneNumber: tenDigits(place.phone),
    ...(place.email === undefined ? {} : { email: place.email }),
  };
};

const rate = z.object({
  rateId: z.string(),
  carrierId: z.string(),
  serviceId: z.string(),
  totalCharge: z.object({ value: z.number() }),
  promise: z.object({ deliveryWindow: z.object({ end: z.string() }).nullish() }).nullish(),
  requiresAdditionalInputs: z.boolean().nullish(),
});

const ratesAnswer = z.object({
  requestToken: z.string(),
  rates: z.array(rate).default([]),
  ineligibleRates: z
    .array(z.object({ ineligibilityReasons: z.array(z.object({ message: z.string().nullish() })).nullish() }))
    .nullish(),
});

export type Offer = { requestToken: string; rateId: string; deliverBy: Date | undefined };

/** The cheapest offer of Amazon's own network that asks no more questions; else null and why not. */
export const parseRates = (reply: CourierReply): Outcome<{ offer: Offer | null; remarks: string | null }> => {
  const answer = readPayload(reply, ratesAnswer);
  if (answer.kind !== 'done') return answer;
  const { requestToken, rates, ineligibleRates } = answer.value;
  const [best] = rates
    .filter((one) => one.carrierId === 'ATS' && one.requiresAdditionalInputs !== true)
    .sort((a, b) => a.totalCharge.value - b.totalCharge.value);
  if (best === undefined) {
    const why = (ineligibleRates ?? []).flatMap((one) => one.ineligibilityReasons ?? []).find(({ message }) => message);
    return done({ offer: null, remarks: why?.message ?? null });
  }
  const end = new Date(best.promise?.deliveryWindow?.end ?? Number.NaN);
  const deliverBy = Number.isNaN(end.getTime()) ? undefined : end;
  return done({ offer: { requestToken, rateId: best.rateId, deliverBy }, remarks: null });
};
