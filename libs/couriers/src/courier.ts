import type { CourierCode } from '@freight/contracts';
import type { CourierCaller } from './call-courier.ts';
import type { CourierCapabilities } from './capabilities.ts';
import type { BookingRequest } from './consignment.ts';
import type { NdrRequest, NdrResult } from './ndr.ts';
import type { Outcome } from './outcome.ts';
import type { PushParsed, TrackedConsignment } from './scan.ts';

/**
 * One courier, in our words. Every operation takes the connection (account and caller) and one request, never throws for what
 * the courier or the network did, and answers an Outcome. What the courier does not offer (see `capabilities`) is refused as
 * NOT_SUPPORTED before any call.
 *
 * @example const outcome = await adapterOf('delhivery').book({ account, caller, requestId }, bookingRequest);
 */
export type CourierAdapter = {
  courier: CourierCode;
  capabilities: CourierCapabilities;

  /** What the courier can do between two pincodes with one service. An unserved lane is `done` with `isServiceable: false`. */
  serviceability(connection: CourierConnection, request: ServiceabilityRequest): Promise<Outcome<Serviceability>>;

  /** A number for one later booking. Refused NOT_SUPPORTED unless `capabilities.awb` is 'prefetched'. */
  prefetchAwb(connection: CourierConnection, request: PrefetchAwbRequest): Promise<Outcome<string>>;

  /**
   * Creates the consignment under `request.reference`. After `unknown`, or after `refused` with DUPLICATE_REFERENCE, the
   * consignment may exist: `findByReference` tells.
   */
  book(connection: CourierConnection, request: BookingRequest): Promise<Outcome<Booking>>;

  /**
   * The consignment that carries our booking reference; `done` with null when the courier says that there is none. A courier may
   * still be working on a booking that timed out a moment ago, so "none" counts only after the booking's own time limit.
   * `capabilities.findByReference` says what it needs, and where asking makes the consignment that was missing.
   */
  findByReference(connection: CourierConnection, request: FindRequest): Promise<Outcome<FoundConsignment | null>>;

  /** `queued`: the courier took the wish and decides later; tracking tells. Cancelling a cancelled consignment is `done`. */
  cancel(connection: CourierConnection, request: CancelRequest): Promise<Outcome<{ state: 'cancelled' | 'queued' }>>;

  /** Scans per AWB, oldest first; at most `capabilities.trackBatchSize` AWBs. An AWB that the courier does not know is left out. */
  track(connection: CourierConnection, request: { awbs: readonly string[] }): Promise<Outcome<TrackedConsignment[]>>;

  /** The courier's own label file. Refused NOT_SUPPORTED where it comes with the booking (`Booking.label`) or not at all. */
  label(connection: CourierConnection, request: { awb: string }): Promise<Outcome<CourierFile>>;

  /** Asks for a van. A pickup that is already open for that place and day counts as done. */
  requestPickup(connection: CourierConnection, request: PickupRequest): Promise<Outcome<Pickup>>;

  /** Tells the courier what to do after a failed delivery. `queued`: the answer comes later, ask `ndrResult`. */
  ndrAction(connection: CourierConnection, request: NdrRequest): Promise<Outcome<NdrResult>>;

  /** What became of a queued NDR action, by the `courierReference` that `ndrAction` answered. */
  ndrResult(
    connection: CourierConnection,
    request: { courierReference: string; awb: string },
  ): Promise<Outcome<NdrResult>>;

  /** Where the proof of delivery lies. Refused NOT_FOUND while there is none. */
  proofOfDelivery(connection: CourierConnection, request: { awb: string }): Promise<Outcome<ProofOfDelivery>>;

  /** Authenticates and reads what the courier posted. Pure: it calls nobody. */
  parsePush(push: CourierPush, account: CourierAccount): PushParsed;

  /** Reads a push that was authenticated when it came and kept since: whoever keeps it keeps no token beside it. */
  readPush(rawBody: Uint8Array): PushParsed;
};

/** One of our accounts with a courier. Which credentials and settings there are is in the README of the courier's folder. */
export type CourierAccount = {
  courier: CourierCode;
  /** Without a trailing slash: `https://track.delhivery.com`. */
  baseUrl: string;
  credentials: Readonly<Record<string, string>>;
  settings?: Readonly<Record<string, string>> | undefined;
  /** What the courier proves itself with when it posts to us. Without one every push is unauthenticated. */
  webhookToken?: string | undefined;
};

export type CourierConnection = {
  account: CourierAccount;
  caller: CourierCaller;
  /** Sent as `X-Request-Id`, so that one request keeps its id all the way. */
  requestId?: string | undefined;
};

export type PrefetchAwbRequest = { shipmentType: BookingRequest['shipmentType'] };

export type ServiceabilityRequest = {
  pickupPincode: string;
  dropPincode: string;
  service: 'air' | 'surface';
};

export type Serviceability = {
  isServiceable: boolean;
  prepaid: boolean;
  cod: boolean;
  /** A pickup van comes to the pickup pincode. */
  pickup: boolean;
  reverse: boolean;
  reverseQc: boolean;
  maxCodPaise: number | null;
  /** Calendar days from pickup; null when the courier does not say. */
  eddDays: number | null;
  /** Why not, or what to mind, in the courier's words. */
  remarks: string | null;
};

export type Booking = {
  awb: string;
  /** One per package where the courier numbers them apart; else empty. */
  packageAwbs: string[];
  courierOrderId: string | null;
  sortCode: string | null;
  /** Present only where the label comes with the booking. */
  label: CourierFile | null;
  expectedDeliveryDate: Date | null;
  /** The courier's whole answer without the label's bytes, for the record. */
  raw: unknown;
};

export type FindRequest = {
  reference: string;
  /** The booking as it was sent; needed unless `capabilities.findByReference` is 'look-up'. */
  booking?: BookingRequest | undefined;
};

export type FoundConsignment = Booking & { isCancelled: boolean; tracking: TrackedConsignment };

export type CancelRequest = {
  awb: string;
  /** `Booking.courierOrderId`: the only number by which Amazon cancels. */
  courierOrderId?: string | undefined;
  reason?: string | undefined;
};

export type CourierFile = { contentType: string; bytes: Uint8Array };

export type PickupRequest = {
  place: BookingRequest['pickup'];
  /** When the parcels are ready; the courier's calendar day is read in India Standard Time. */
  readyAt: Date;
  awbs: readonly string[];
  packageCount: number;
  weightGrams: number;
  service: 'air' | 'surface';
  shipmentType: BookingRequest['shipmentType'];
};

export type Pickup = { courierReference: string | null; scheduledFor: Date | null };

export type ProofOfDelivery = {
  recipientName: string | null;
  recipientRelation: string | null;
  recipientContact: string | null;
  documentUrls: string[];
};

export type CourierPush = {
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
};
