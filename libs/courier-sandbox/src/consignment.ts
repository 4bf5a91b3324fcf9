import type { CarrierService, CourierCode, NdrReason, PaymentMode, QcStatus, ShipmentStatus } from '@freight/contracts';

/** A consignment as the control API shows it (operator API, "Courier sandbox"). */
export type SandboxConsignment = {
  awb: string;
  courier: CourierCode;
  service: CarrierService;
  /** The merchant's order reference, as far as it crossed the wire; else the booking reference. */
  reference: string;
  /** The reference under which the courier was asked to book: its key against duplicates. */
  bookingReference: string;
  paymentMode: PaymentMode;
  /** INR. */
  codAmount: number;
  weightGrams: number;
  isReverse: boolean;
  pickup: SandboxPlace;
  drop: SandboxPlace;
  scans: SandboxScan[];
  cancelled: boolean;
  ndrActions: { action: string; at: string; fields: Record<string, unknown> }[];
  qc: SandboxQc | null;
  bookedAt: string;
};

export type SandboxPlace = {
  name: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
};

export type SandboxScan = {
  status: ShipmentStatus;
  /** The courier's own code. */
  code: string;
  at: string;
  location: string;
  /** The rest of the courier's own words. */
  wire: Record<string, string>;
  ndrReason?: NdrReason | undefined;
  qc?: SandboxQcResult | undefined;
};

export type SandboxQcResult = { status: QcStatus; remarks: string; images: string[] };

/** What the courier was asked to check at the door, and what came of it. */
export type SandboxQc = { items: unknown[]; result: SandboxQcResult | null };

/** The newest status; every consignment has at least the scan of its booking. */
export const statusOf = ({ scans }: SandboxConsignment): ShipmentStatus => scans.at(-1)?.status ?? 'LABEL_GENERATED';

/** True once the courier holds the parcel. */
export const isPickedUp = ({ scans }: SandboxConsignment): boolean =>
  scans.some(({ status }) => status === 'PICKED_UP');
