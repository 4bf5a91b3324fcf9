import type { ShipmentStatus } from '@freight/contracts';
import { type SandboxConsignment, statusOf } from './consignment.ts';

export type AutoProgressSettings = { enabled: boolean; stepMs: number };

export type AutoProgress = {
  set: (settings: AutoProgressSettings) => void;
  /** Plans the next step of a consignment that is new or has just moved. */
  plan(consignment: SandboxConsignment): void;
  stop(): void;
};

/** What happens next by itself. A failed delivery waits for an instruction; everything that is not here waits for ever. */
const nextStep: Partial<Record<ShipmentStatus, ShipmentStatus>> = {
  LABEL_GENERATED: 'PICKUP_SCHEDULED',
  PICKUP_SCHEDULED: 'PICKED_UP',
  PICKED_UP: 'IN_TRANSIT',
  IN_TRANSIT: 'OUT_FOR_DELIVERY',
  OUT_FOR_DELIVERY: 'DELIVERED',
  RTO_INITIATED: 'RTO_IN_TRANSIT',
  RTO_IN_TRANSIT: 'RTO_DELIVERED',
};

const reattempts: readonly string[] = ['REATTEMPT', 'CHANGE_ADDRESS'];

export const nextStatus = (consignment: SandboxConsignment): ShipmentStatus | undefined => {
  const status = statusOf(consignment);
  if (consignment.cancelled && !status.startsWith('RTO')) return undefined;
  if (status !== 'DELIVERY_FAILED') return nextStep[status];
  const failedAt = consignment.scans.at(-1)?.at ?? '';
  const instructed = consignment.ndrActions.some(({ action, at }) => reattempts.includes(action) && at >= failedAt);
  return instructed ? 'OUT_FOR_DELIVERY' : undefined;
};

/** Moves consignments on, a step every `stepMs`, with one timer for all of them. */
export const createAutoProgress = (
  settings: AutoProgressSettings,
  all: () => Iterable<SandboxConsignment>,
  move: (consignment: SandboxConsignment, status: ShipmentStatus) => void,
): AutoProgress => {
  let current = settings;
  let timer: NodeJS.Timeout | undefined;
  /** Every step takes the same time, so whoever was planned first is due first. */
  const due = new Map<SandboxConsignment, number>();

  const plan = (consignment: SandboxConsignment): void => {
    due.delete(consignment);
    if (current.enabled && nextStatus(consignment) !== undefined) due.set(consignment, Date.now() + current.stepMs);
  };
  const tick = (): void => {
    const now = Date.now();
    for (const [consignment, at] of due) {
      if (at > now) break;
      due.delete(consignment);
      const next = nextStatus(consignment);
      // Moving it plans its next step.
      if (next !== undefined) move(consignment, next);
    }
  };
  const set = (wanted: AutoProgressSettings): void => {
    current = wanted;
    due.clear();
    clearInterval(timer);
    if (!wanted.enabled) return;
    timer = setInterval(tick, Math.min(250, Math.max(10, wanted.stepMs)));
    for (const consignment of all()) plan(consignment);
  };
  set(settings);
  return { set, plan, stop: () => clearInterval(timer) };
};
