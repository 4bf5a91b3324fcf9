import { type CarrierId, carriers } from '@freight/contracts';

/** What a carrier does at one pincode. Prepaid and COD are deliveries; pickup, reverse and QC are collections. */
export type ServiceAt = { prepaid: boolean; cod: boolean; pickup: boolean; reverse: boolean; qc: boolean };

/**
 * Where carriers go, by pincode: one byte each, 0.9 MB a carrier, because a quote asks 24 times. It is the one part of the
 * snapshot that is changed in place; a byte is changed whole, so no reader sees half of an answer.
 */
export type ServiceTable = {
  /** Undefined where nothing is known of this carrier and pincode. */
  find: (carrierId: CarrierId, pincode: string) => ServiceAt | undefined;
  set: (carrierId: CarrierId, pincode: number, flags: number) => void;
  /** From now on a pincode of which nothing is known is one that the carrier does not serve, or again unknown. */
  setComplete: (complete: ReadonlySet<CarrierId>) => void;
};

const bits = { prepaid: 1, cod: 2, pickup: 4, reverse: 8, qc: 16 } as const;
const known = 32;

export const toFlags = (service: ServiceAt): number =>
  (service.prepaid ? bits.prepaid : 0) |
  (service.cod ? bits.cod : 0) |
  (service.pickup ? bits.pickup : 0) |
  (service.reverse ? bits.reverse : 0) |
  (service.qc ? bits.qc : 0);

export const fromFlags = (flags: number): ServiceAt => ({
  prepaid: (flags & bits.prepaid) !== 0,
  cod: (flags & bits.cod) !== 0,
  pickup: (flags & bits.pickup) !== 0,
  reverse: (flags & bits.reverse) !== 0,
  qc: (flags & bits.qc) !== 0,
});

const firstPincode = 100_000;
const pincodeCount = 900_000;

/** 32 combinations, shared, so that a look-up allocates nothing. */
const combinations = Array.from({ length: known }, (_, flags) => Object.freeze(fromFlags(flags)));
const nothing = combinations[0];

export const createServiceTable = (): ServiceTable => {
  const byCarrier = new Map<CarrierId, Uint8Array>();
  let complete: ReadonlySet<CarrierId> = new Set();
  return {
    find: (carrierId, pincode) => {
      const value = byCarrier.get(carrierId)?.[Number(pincode) - firstPincode] ?? 0;
      if ((value & known) !== 0) return combinations[value - known];
      return complete.has(carrierId) ? nothing : undefined;
    },
    set: (carrierId, pincode, flags) => {
      const table = byCarrier.get(carrierId) ?? new Uint8Array(pincodeCount);
      byCarrier.set(carrierId, table);
      table[pincode - firstPincode] = known | flags;
    },
    setComplete: (carrierIds) => {
      complete = carrierIds;
    },
  };
};

export const isCarrierId = (text: string): text is CarrierId => carrierIds.has(text);

const carrierIds: ReadonlySet<string> = new Set(carriers.map(({ carrierId }) => carrierId));
