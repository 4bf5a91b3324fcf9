import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { paymentModes, shipmentTypes } from './shipment-status.ts';
import { inr, lengthCm, paise, pincode, text, weightGrams } from './wire.ts';

export const zones = ['LOCAL', 'REGIONAL', 'METRO', 'ROI', 'SPECIAL'] as const;
export type Zone = (typeof zones)[number];

export const rateQuote = z.object({
  courier: z.string(),
  brand: z.string(),
  carrierId: z.string(),
  serviceType: z.string(),
  zone: z.enum(zones),
  chargeableWeightGrams: z.number(),
  baseRate: inr,
  freightCharge: inr,
  codCharge: inr,
  gstAmount: inr,
  totalCharge: inr,
  eddDays: z.int(),
  isAvailable: z.boolean(),
});
export type RateQuote = z.output<typeof rateQuote>;

export const calculateRates = defineOperation({
  name: 'rates.calculate',
  scope: 'organization',
  summary: 'Quote a lane: one price per serviceable carrier, cheapest first',
  http: { method: 'POST', path: '/rates/calculate', audience: 'merchant', tag: 'Rates' },
  input: z.object({
    pickupPincode: pincode,
    dropPincode: pincode,
    weightGrams,
    paymentMode: z.enum(paymentModes),
    lengthCm: lengthCm.optional(),
    breadthCm: lengthCm.optional(),
    heightCm: lengthCm.optional(),
    invoiceValue: inr.optional(),
    shipmentType: z.enum(['FORWARD', 'REVERSE']).default('FORWARD'),
    isQcRequired: z.boolean().optional(),
  }),
  output: z.array(rateQuote),
  errors: ['PINCODE_UNKNOWN'],
});

const placeName = z.object({ pincode: z.string(), city: z.string().nullable(), state: z.string().nullable() });

export const classifyLane = defineOperation({
  name: 'rates.classify',
  scope: 'organization',
  summary: 'Zone of a lane',
  http: { method: 'GET', path: '/rates/classify', audience: 'merchant', tag: 'Rates' },
  input: z.object({ pickup: pincode, drop: pincode }),
  output: z.object({ zone: z.enum(zones), pickup: placeName, drop: placeName }),
  errors: ['PINCODE_UNKNOWN'],
});

export const serviceabilityDetailed = defineOperation({
  name: 'rates.serviceability-detailed',
  scope: 'organization',
  summary: 'What each carrier can do on a lane',
  http: { method: 'GET', path: '/rates/serviceability/detailed', audience: 'merchant', tag: 'Rates' },
  input: z.object({ pickup: pincode, drop: pincode, serviceType: z.enum(['FORWARD', 'REVERSE']).default('FORWARD') }),
  output: z.object({
    pickup: z.string(),
    drop: z.string(),
    zone: z.enum(zones),
    couriers: z.array(
      z.object({
        courier: z.string(),
        carrierId: z.string(),
        brand: z.string(),
        serviceType: z.string(),
        prepaid: z.boolean(),
        cod: z.boolean(),
        reverse: z.boolean(),
        reverseQc: z.boolean(),
        pickup: z.boolean(),
        eddDays: z.int(),
      }),
    ),
  }),
  errors: ['PINCODE_UNKNOWN'],
});

/** The parts of a price, in paise; totalPaise is their sum. */
export const price = z.object({
  freightPaise: paise,
  codPaise: paise,
  vasPaise: paise,
  gstPaise: paise,
  totalPaise: paise,
  /** What a return to origin would cost, GST included; debited only when RTO is initiated. */
  rtoPaise: paise,
});
export type Price = z.output<typeof price>;

export const candidate = z.object({
  carrierId: z.string(),
  zone: z.enum(zones),
  chargeableWeightGrams: z.int(),
  volumetricWeightGrams: z.int(),
  /** The rate card version that gave the price; a booked shipment keeps it. */
  rateCardVersion: z.string(),
  price,
  eddDays: z.int(),
});
export type Candidate = z.output<typeof candidate>;

/** Why a carrier stands where it stands, or why it is out; `place` counts from 1, null = left out. */
export const allocationTrace = z.array(
  z.object({ carrierId: z.string(), place: z.int().nullable(), reason: z.string(), totalPaise: paise.nullable() }),
);
export type AllocationTrace = z.output<typeof allocationTrace>;

/** A consignment as the choice of a carrier sees it. */
export const allocationLane = z.object({
  pickupPincode: pincode,
  dropPincode: pincode,
  paymentMode: z.enum(paymentModes),
  shipmentType: z.enum(shipmentTypes),
  isQcRequired: z.boolean(),
  invoiceValuePaise: paise,
  codAmountPaise: paise,
  packages: z.array(z.object({ weightGrams, lengthCm, breadthCm: lengthCm, heightCm: lengthCm })).min(1),
  /** Services that the merchant asked for by id: a carrier without one of them is left out. */
  vasServiceIds: z.array(text(100)).max(20).default([]),
  /** Priced where the carrier's card has a price for it, and free where it has none. */
  isInsured: z.boolean().default(false),
  isOtpDelivery: z.boolean().default(false),
});
export type AllocationLane = z.output<typeof allocationLane>;

export const allocateCarriers = defineOperation({
  name: 'rates.allocate',
  scope: 'organization',
  summary: 'Candidates for a shipment in the order in which booking tries them, with a reason for each place',
  description:
    'With a named carrier or brand the list holds only what was named, and CARRIER_NOT_SERVICEABLE is answered when that leaves nothing. Without, NO_CARRIER_AVAILABLE names the reason per carrier.',
  callers: ['shipments', 'channels'],
  input: allocationLane.extend({
    /** Rate code or provider form: only this one. */
    carrierId: text(100).optional(),
    /** Courier brand: only this courier's services. */
    carrierBrand: text(100).optional(),
    serviceType: z.enum(['AIR', 'SURFACE', 'REVERSE']).optional(),
    /** Brand, rate code or provider form that is tried first, with fail-over. */
    preferredCourier: text(100).optional(),
  }),
  output: z.object({ zone: z.enum(zones), candidates: z.array(candidate), trace: allocationTrace }),
  errors: ['PINCODE_UNKNOWN', 'CARRIER_NOT_SERVICEABLE', 'NO_CARRIER_AVAILABLE'],
});

export const priceWithVersion = defineOperation({
  name: 'rates.price-with-version',
  scope: 'system',
  summary: 'What another weight costs on the version of a rate card that priced a booking',
  description:
    'Of the price only freight, GST and the return depend on the weight; COD charge and value-added services come back as they were given. INVALID_STATE: the card has no price for this weight.',
  callers: ['billing'],
  input: z.object({
    rateCardVersion: text(200),
    carrierId: text(100),
    zone: z.enum(zones),
    shipmentType: z.enum(shipmentTypes),
    isQcRequired: z.boolean(),
    weightGrams: z.int().min(1),
    codPaise: paise,
    vasPaise: paise,
  }),
  output: z.object({ chargeableWeightGrams: z.int(), price }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const ratesOperations = [
  calculateRates,
  classifyLane,
  serviceabilityDetailed,
  allocateCarriers,
  priceWithVersion,
] as const;
