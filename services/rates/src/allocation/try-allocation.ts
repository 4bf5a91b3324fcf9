import { type AllocationLane, type Candidate, type InputOf, toInr, toPaise, tryAllocation } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { ratePlanOf, rulesOf } from '../snapshot/snapshot.ts';
import { modeOf, rankLane } from './rank-lane.ts';

export const tryAllocationHandler = implement(
  tryAllocation,
  async ({ snapshot: current, health, now }: Deps, { organizationId }, input) => {
    const snapshot = current();
    const plan = ratePlanOf(snapshot, organizationId, now());
    const rules = input.rules ?? rulesOf(snapshot, organizationId);
    const basis = { snapshot, plan, rules, health, mode: modeOf(organizationId) };
    const { zone, chosen, candidates, trace } = rankLane(basis, toLane(input), input);
    return {
      zone,
      rule: chosen ? { index: chosen.index, name: chosen.rule.name ?? null, strategy: chosen.rule.strategy } : null,
      candidates: candidates.map(toLine),
      trace: trace.map(({ totalPaise, ...line }) => ({
        ...line,
        totalCharge: totalPaise === null ? null : toInr(totalPaise),
      })),
    };
  },
);

const toLane = ({ invoiceValue, codAmount, ...lane }: InputOf<typeof tryAllocation>): AllocationLane => ({
  ...lane,
  invoiceValuePaise: toPaise(invoiceValue),
  // As a booking of such a shipment would ask: a prepaid one collects nothing, whatever amount it names.
  codAmountPaise: lane.paymentMode === 'COD' ? toPaise(codAmount ?? 0) : 0,
});

const toLine = ({ price, ...candidate }: Candidate, index: number) => ({
  place: index + 1,
  carrierId: candidate.carrierId,
  zone: candidate.zone,
  chargeableWeightGrams: candidate.chargeableWeightGrams,
  rateCardVersion: candidate.rateCardVersion,
  freightCharge: toInr(price.freightPaise),
  codCharge: toInr(price.codPaise),
  vasCharge: toInr(price.vasPaise),
  gstAmount: toInr(price.gstPaise),
  totalCharge: toInr(price.totalPaise),
  rtoCharge: toInr(price.rtoPaise),
  eddDays: candidate.eddDays,
});
