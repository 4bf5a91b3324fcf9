import type { BookingRequest } from '../consignment.ts';
import type { Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { Operation } from '../define-courier.ts';
import { done } from '../outcome.ts';
import { unserved } from '../unserved.ts';
import { parseRates, ratesRequest } from './rates.ts';

const dayMs = 86_400_000;

/** There is no call for a pincode: what is offered for a small parcel, with and without cash on delivery, tells. */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ send }, request) => {
  const now = Date.now();
  const ask = async (paymentMode: 'PREPAID' | 'COD') => {
    const reply = await send(ratesRequest(sampleParcel(request, paymentMode)));
    return reply.kind === 'answered' ? parseRates(reply) : reply;
  };
  const [prepaid, cod] = await Promise.all([ask('PREPAID'), ask('COD')]);
  for (const outcome of [prepaid, cod]) {
    if (outcome.kind === 'refused' && outcome.reason === 'NOT_SERVICEABLE') return done(unserved(outcome.message));
  }
  if (prepaid.kind !== 'done') return prepaid;
  if (cod.kind !== 'done') return cod;
  const { offer, remarks } = prepaid.value;
  if (offer === null) return done(unserved(remarks));
  const days = offer.deliverBy === undefined ? null : Math.round((offer.deliverBy.getTime() - now) / dayMs);
  return done({
    ...unserved(),
    isServiceable: true,
    prepaid: true,
    cod: cod.value.offer !== null,
    pickup: true,
    eddDays: days === null ? null : Math.max(1, days),
  });
};

const sampleParcel = (request: ServiceabilityRequest, paymentMode: 'PREPAID' | 'COD'): BookingRequest => ({
  reference: 'SERVICEABILITY',
  orderReference: 'SERVICEABILITY',
  service: request.service,
  shipmentType: 'FORWARD',
  paymentMode,
  codAmountPaise: paymentMode === 'COD' ? 500_00 : 0,
  invoiceValuePaise: 500_00,
  pickup: samplePlace(request.pickupPincode),
  drop: samplePlace(request.dropPincode),
  packages: [
    {
      weightGrams: 500,
      lengthCm: 10,
      breadthCm: 10,
      heightCm: 10,
      items: [{ name: 'Goods', quantity: 1, unitPricePaise: 500_00 }],
    },
  ],
  isQcRequired: false,
});

const samplePlace = (pincode: string) => ({
  name: 'Sample',
  phone: '9000000000',
  address: 'Sample',
  city: 'Sample',
  state: 'Sample',
  pincode,
});
