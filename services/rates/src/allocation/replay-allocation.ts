import {
  type AllocationRule,
  type BookedLane,
  FreightError,
  listBookedLanes,
  replayAllocation,
  toInr,
} from '@freight/contracts';
import { call, implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { modeOf, rankLane } from './rank-lane.ts';

export const replayAllocationHandler = implement(replayAllocation, async (deps: Deps, context, { rules, last }) => {
  const booked = await call(deps.bus, listBookedLanes, context, { limit: last });
  const replayed = await Promise.all(booked.map((one) => replay(deps, context.organizationId, one, rules)));
  const priced = replayed.filter(({ totalPaise }) => totalPaise !== null);
  const bookedPaise = sum(priced.map(({ booking }) => booking.totalPaise));
  const replayedPaise = sum(priced.map(({ totalPaise }) => totalPaise ?? 0));
  return {
    bookings: booked.length,
    unallocated: replayed.length - priced.length,
    bookedTotal: toInr(bookedPaise),
    replayedTotal: toInr(replayedPaise),
    difference: toInr(replayedPaise - bookedPaise),
    lines: replayed.map(({ booking, carrierId, totalPaise, reason }) => ({
      shipmentId: booking.shipmentId,
      orderReferenceNumber: booking.orderReferenceNumber,
      bookedCarrierId: booking.carrierId,
      bookedCharge: toInr(booking.totalPaise),
      carrierId,
      totalCharge: totalPaise === null ? null : toInr(totalPaise),
      reason,
    })),
  };
});

type Replayed = { booking: BookedLane; carrierId: string | null; totalPaise: number | null; reason: string };

/** Prices one booking again with the version that priced it: another version would compare prices and not rules. */
const replay = async (
  { snapshot, planVersions }: Deps,
  organizationId: string,
  booking: BookedLane,
  rules: readonly AllocationRule[],
): Promise<Replayed> => {
  const nobody = (reason: string): Replayed => ({ booking, carrierId: null, totalPaise: null, reason });
  const plan = await planVersions.find(booking.rateCardVersion);
  if (plan === undefined) return nobody(`there is no rate card version ${booking.rateCardVersion}`);
  try {
    const basis = { snapshot: snapshot(), plan, rules, health: null, mode: modeOf(organizationId) };
    const { candidates, trace } = rankLane(basis, booking.lane, {});
    const [first] = candidates;
    const reason = trace.find(({ place }) => place === 1)?.reason;
    if (first === undefined || reason === undefined) return nobody('no carrier under these rules');
    return { booking, carrierId: first.carrierId, totalPaise: first.price.totalPaise, reason };
  } catch (error) {
    // A pincode that a newer table no longer has takes one line out of the answer, not the answer.
    if (error instanceof FreightError) return nobody(error.message);
    throw error;
  }
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
