import type { CarrierService, NdrAction } from '@freight/contracts';

/** What a courier offers, as data: services choose by it, and adapters refuse by it before any call. */
export type CourierCapabilities = {
  services: readonly CarrierService[];
  /**
   * Who makes the AWB: the courier at booking; the courier beforehand (`prefetchAwb`, kept by the caller and sent as
   * BookingRequest.awb); or we from a range it gave us (BookingRequest.awb).
   */
  awb: 'courier' | 'prefetched' | 'ours';
  rate: boolean;
  findByReference: FindingCapability;
  /** on-request: `label`; at-booking: `Booking.label`; none: only our own label. */
  label: 'on-request' | 'at-booking' | 'none';
  /** on-request: call `requestPickup` after booking; implied: the booking itself calls the van; none: no call exists. */
  pickup: 'on-request' | 'implied' | 'none';
  cancel: boolean;
  push: PushCapability | null;
  ndrActions: readonly NdrAction[];
  /** True where `ndrResult` tells the end of a queued action; a queued action without a reference is seen in tracking only. */
  ndrIsAsynchronous: boolean;
  reverse: boolean;
  reverseQc: { maxItems: number; maxQuestionsPerItem: number } | null;
  exchange: boolean;
  proofOfDelivery: boolean;
  multiPackage: boolean;
  /** Highest COD amount of one consignment; null when the courier states none. */
  codLimitPaise: number | null;
  trackBatchSize: number;
  /** Calls that the courier allows per account; the caller refuses the next one with RATE_LIMITED before it leaves. */
  rateLimits: Partial<Record<CourierOperation, RateLimit>>;
};

/**
 * How a consignment is found after a booking of unknown outcome. look-up: by our reference alone. by-awb: by the AWB that
 * FindRequest.booking was sent with. replay: by sending FindRequest.booking once more under its unique number, which makes the
 * consignment where there is none and never a second one. none: a person has to look into the courier's portal.
 */
export type FindingCapability = 'look-up' | 'by-awb' | 'replay' | 'none';

export type PushCapability = {
  authentication: 'token' | 'hmac';
  /** How often the courier sends a push again that was not answered 2xx: why polling stays necessary. */
  retries: number;
};

export type RateLimit = { calls: number; perMs: number };

export const courierOperations = [
  'serviceability',
  'prefetchAwb',
  'book',
  'findByReference',
  'cancel',
  'track',
  'label',
  'requestPickup',
  'ndrAction',
  'ndrResult',
  'proofOfDelivery',
] as const;

export type CourierOperation = (typeof courierOperations)[number];
