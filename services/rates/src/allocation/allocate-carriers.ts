import { allocateCarriers } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { ratePlanOf, rulesOf } from '../snapshot/snapshot.ts';
import { refuseNobody } from './rank-carriers.ts';
import { modeOf, rankLane } from './rank-lane.ts';

export const allocateCarriersHandler = implement(
  allocateCarriers,
  async ({ snapshot: current, health, now }: Deps, { organizationId }, input) => {
    const snapshot = current();
    const plan = ratePlanOf(snapshot, organizationId, now());
    const rules = rulesOf(snapshot, organizationId);
    const ranked = rankLane({ snapshot, plan, rules, health, mode: modeOf(organizationId) }, input, input);
    refuseNobody(ranked, ranked.filter);
    return { zone: ranked.zone, candidates: ranked.candidates, trace: ranked.trace };
  },
);
