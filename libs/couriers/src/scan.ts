import type { NdrReason, QcStatus, ShipmentStatus } from '@freight/contracts';

/** One line of a courier's tracking, in our words and theirs. */
export type Scan = {
  /** What it means for us; null when it changes nothing, which is also the safe reading of a code that we do not know. */
  status: ShipmentStatus | null;
  /** False for a code that is not in the courier's table: worth a metric. */
  isKnownCode: boolean;
  rawStatus: string;
  rawStatusCode: string;
  description: string;
  location: string | null;
  at: Date;
  /** Only with DELIVERY_FAILED. */
  ndrReason?: NdrReason | undefined;
  /** The result of the quality check at the door, where this scan brings one. A check that was asked for and is followed by PICKED_UP was passed. */
  qc?: ScanQc | undefined;
  expectedDeliveryDate?: Date | undefined;
  /** Who took the parcel, where a delivery scan says so. */
  receivedBy?: string | undefined;
};

export type ScanQc = { status: QcStatus; remarks: string | null; images: string[] };

export type TrackedConsignment = {
  awb: string;
  /** Our booking reference, as far as the courier echoes it. */
  reference: string | null;
  /** Oldest first. */
  scans: Scan[];
  expectedDeliveryDate: Date | null;
  /** Set when the courier weighed the parcel itself. */
  reweigh: Reweigh | null;
  /** A push that leaves something out (pictures of a failed quality check): call `track` before applying it. */
  needsTracking?: boolean | undefined;
};

export type Reweigh = {
  weightGrams: number;
  lengthCm: number | null;
  breadthCm: number | null;
  heightCm: number | null;
};

/** What a courier posted to us: unauthenticated is answered 401, unreadable is kept as a dead letter. */
export type PushParsed =
  | { kind: 'parsed'; consignments: TrackedConsignment[] }
  | { kind: 'unauthenticated' }
  | { kind: 'unreadable'; message: string };
