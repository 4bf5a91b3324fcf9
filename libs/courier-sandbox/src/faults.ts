import type { CourierCode } from '@freight/contracts';

export const faultOperations = ['book', 'cancel', 'track', 'serviceability', 'ndr', 'label', 'push'] as const;
export type FaultOperation = (typeof faultOperations)[number];

export const faultKinds = [
  'latency',
  'http500',
  'http429',
  'timeout',
  'timeoutAfterEffect',
  'garbage',
  'reject',
  'duplicatePush',
  'reorderPush',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  id: string;
  courier: CourierCode;
  operation: FaultOperation;
  kind: FaultKind;
  /** Chance per call, 0 to 1. */
  rate: number;
  /** How many calls it hits before it is spent; null = no end. */
  remaining: number | null;
  latencyMs: number;
};

export type Faults = {
  add(fault: Omit<Fault, 'id'>): Fault;
  clear(): void;
  /** The fault that hits this call, if any; the newest one first. The dice are those of the seed. */
  draw(courier: CourierCode, operation: FaultOperation): Fault | undefined;
};

export const createFaults = (random: () => number): Faults => {
  let faults: Fault[] = [];
  let made = 0;
  return {
    add: (fault) => {
      made += 1;
      const added = { ...fault, id: `fault_${made}` };
      faults = [added, ...faults];
      return added;
    },
    clear: () => {
      faults = [];
    },
    draw: (courier, operation) => {
      const hit = faults.find(
        (fault) =>
          fault.courier === courier && fault.operation === operation && fault.rate > 0 && random() < fault.rate,
      );
      if (hit === undefined || hit.remaining === null) return hit;
      hit.remaining -= 1;
      if (hit.remaining <= 0) faults = faults.filter((fault) => fault !== hit);
      return hit;
    },
  };
};
