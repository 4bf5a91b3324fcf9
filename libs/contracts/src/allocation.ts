import { z } from 'zod';
import { findCarrier, findCourierByBrand } from './carriers.ts';
import { defineOperation } from './operation.ts';
import { allocationLane, zones } from './rates.ts';
import { paymentModes, shipmentTypes } from './shipment-status.ts';
import { idField, inr, lengthCm, pincode, text, weightGrams } from './wire.ts';

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1).max(100)]);

const range = <T extends z.ZodType<number>>(value: T) =>
  z
    .object({ min: value.optional(), max: value.optional() })
    .refine(({ min, max }) => min === undefined || max === undefined || min <= max, 'min must not be above max');

const maxGrams = 1_000_000;

/** A rate code, a provider form, or a brand, which means all services of that courier. */
const carrierOrBrand = text(100).refine(
  (spelling) => findCarrier(spelling) !== undefined || findCourierByBrand(spelling) !== undefined,
  'is neither a carrier nor a brand',
);

/**
 * One rule of an organization. The first whose conditions all hold decides; a condition that is left out always holds. Without
 * a rule that holds, the cheapest carrier is tried first.
 */
export const allocationRule = z
  .object({
    name: text(100).optional(),
    conditions: z
      .object({
        zone: oneOrMore(z.enum(zones)).optional(),
        paymentMode: oneOrMore(z.enum(paymentModes)).optional(),
        /** Weight of all packages as weighed, both ends included. */
        weightGrams: range(z.number().min(0).max(maxGrams)).optional(),
        /** Invoice value in INR, both ends included. */
        invoiceValue: range(inr).optional(),
        /** A pincode or its first digits: `4000` is every pincode that starts so. */
        pickupPincode: oneOrMore(
          z.string().regex(/^[1-9]\d{0,5}$/, 'must be a pincode or its first digits'),
        ).optional(),
        shipmentType: oneOrMore(z.enum(shipmentTypes)).optional(),
      })
      .default({}),
    /** PRIORITY tries `carriers` in the order of the list. */
    strategy: z.enum(['CHEAPEST', 'FASTEST', 'PRIORITY']),
    /** Only these may carry what the rule applies to; without it all may. */
    carriers: z.array(carrierOrBrand).min(1).max(50).optional(),
    /** Leaves out couriers whose calls of the last minutes succeeded less often than this share, 0 to 1. */
    minSuccessRate: z.number().min(0).max(1).optional(),
  })
  .refine(({ strategy, carriers }) => strategy !== 'PRIORITY' || carriers !== undefined, {
    path: ['carriers'],
    message: 'is required with PRIORITY',
  });
export type AllocationRule = z.output<typeof allocationRule>;

const allocationRules = z.array(allocationRule).max(100);

const tag = 'Allocation';

export const putAllocationRules = defineOperation({
  name: 'rates.put-allocation-rules',
  scope: 'system',
  summary: 'Replace an organization’s allocation rules; the first that fits decides',
  http: {
    method: 'PUT',
    path: '/organizations/{organizationId}/allocation-rules',
    audience: 'operator',
    tag,
    bodyField: 'rules',
  },
  input: z.object({ organizationId: idField, rules: allocationRules }),
  output: allocationRules,
  errors: ['NOT_FOUND'],
});

export const getAllocationRules = defineOperation({
  name: 'rates.get-allocation-rules',
  scope: 'system',
  summary: 'An organization’s allocation rules in order',
  http: { method: 'GET', path: '/organizations/{organizationId}/allocation-rules', audience: 'operator', tag },
  input: z.object({ organizationId: idField }),
  output: allocationRules,
  errors: ['NOT_FOUND'],
});

const appliedRule = z.object({ index: z.int(), name: z.string().nullable(), strategy: z.string() }).nullable();

export const tryAllocation = defineOperation({
  name: 'rates.try-allocation',
  scope: 'organization',
  summary: 'Dry run: which carriers a booking would try, in which order and why; books and charges nothing',
  description:
    'With `rules` the answer is as if they were the organization’s; without, its own rules decide. `trace` has a line for each of the twelve carriers: its place, or null and the reason it is out. Nobody left is an answer too: an empty `candidates`.',
  http: { method: 'POST', path: '/rates/allocate', audience: 'merchant', tag: 'Rates' },
  input: z
    .object({
      pickupPincode: pincode,
      dropPincode: pincode,
      paymentMode: z.enum(paymentModes),
      shipmentType: z.enum(shipmentTypes).default('FORWARD'),
      isQcRequired: z.boolean().default(false),
      invoiceValue: inr,
      codAmount: inr.optional(),
      packages: z
        .array(z.object({ weightGrams, lengthCm, breadthCm: lengthCm, heightCm: lengthCm }))
        .min(1)
        .max(50),
      vasServiceIds: z.array(text(100)).max(20).default([]),
      isInsured: z.boolean().default(false),
      isOtpDelivery: z.boolean().default(false),
      carrierId: text(100).optional(),
      carrierBrand: text(100).optional(),
      serviceType: z.enum(['AIR', 'SURFACE', 'REVERSE']).optional(),
      preferredCourier: text(100).optional(),
      rules: allocationRules.optional(),
    })
    .refine(({ paymentMode, codAmount }) => paymentMode !== 'COD' || (codAmount ?? 0) > 0, {
      path: ['codAmount'],
      message: 'is required when paymentMode is COD',
    }),
  output: z.object({
    zone: z.enum(zones),
    /** The rule that decided; null when none fits and the cheapest goes first. */
    rule: appliedRule,
    candidates: z.array(
      z.object({
        place: z.int(),
        carrierId: z.string(),
        zone: z.enum(zones),
        chargeableWeightGrams: z.int(),
        rateCardVersion: z.string(),
        freightCharge: inr,
        codCharge: inr,
        vasCharge: inr,
        gstAmount: inr,
        totalCharge: inr,
        rtoCharge: inr,
        eddDays: z.int(),
      }),
    ),
    trace: z.array(
      z.object({
        carrierId: z.string(),
        place: z.int().nullable(),
        reason: z.string(),
        totalCharge: inr.nullable(),
      }),
    ),
  }),
  errors: ['PINCODE_UNKNOWN', 'CARRIER_NOT_SERVICEABLE'],
});

/** The most bookings that one replay prices. */
export const maxReplayed = 500;

export const replayAllocation = defineOperation({
  name: 'rates.replay-allocation',
  scope: 'organization',
  summary: 'What the last bookings would have cost under other rules; books and charges nothing',
  description:
    'Each booking is priced with the rate card version that priced it then, on today’s serviceability. What held for a moment only is left out: switched-off carriers, open circuits and success rates. A booking that nobody could carry under the rules has `totalCharge: null`, counts in `unallocated` and in neither total.',
  http: { method: 'POST', path: '/rates/allocate/replay', audience: 'merchant', tag: 'Rates' },
  input: z.object({ rules: allocationRules, last: z.int().min(1).max(maxReplayed).default(100) }),
  output: z.object({
    bookings: z.int(),
    unallocated: z.int(),
    /** Sums over the bookings that are priced under both; `difference` is what the rules would have added. */
    bookedTotal: inr,
    replayedTotal: inr,
    difference: z.number(),
    lines: z.array(
      z.object({
        shipmentId: z.string(),
        orderReferenceNumber: z.string(),
        bookedCarrierId: z.string(),
        bookedCharge: inr,
        carrierId: z.string().nullable(),
        totalCharge: inr.nullable(),
        reason: z.string(),
      }),
    ),
  }),
  timeoutMs: 30_000,
});

/** A booking as a replay needs it: what was asked of the rate service, and what came of it. */
export const bookedLane = z.object({
  shipmentId: z.string(),
  orderReferenceNumber: z.string(),
  carrierId: z.string(),
  totalPaise: z.int(),
  rateCardVersion: z.string(),
  lane: allocationLane,
});
export type BookedLane = z.output<typeof bookedLane>;

export const allocationOperations = [putAllocationRules, getAllocationRules, tryAllocation, replayAllocation] as const;
