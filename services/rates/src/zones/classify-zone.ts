import type { Zone } from '@freight/contracts';
import type { Place } from '../pincodes/pincode-table.ts';
import type { ZoneRules } from './zone-rules.ts';

/** The zone of a lane: the first of the rules' order that fits. A lane and its way back are in one zone. */
export const classifyZone = (rules: ZoneRules, pickup: Place, drop: Place): Zone => {
  const lane: Lane = {
    pickup,
    drop,
    clusters: [clusterOf(rules, pickup), clusterOf(rules, drop)],
    isOneState: pickup.state === drop.state,
  };
  return rules.order.find((zone) => fits[zone](rules, lane)) ?? 'ROI';
};

type Lane = {
  pickup: Place;
  drop: Place;
  clusters: readonly [string | undefined, string | undefined];
  isOneState: boolean;
};

const fits: Record<Zone, (rules: ZoneRules, lane: Lane) => boolean> = {
  // "Same district" is wrong inside a metropolis: Delhi has eleven. There the cluster decides, elsewhere the district.
  LOCAL: (_, { clusters: [from, to], pickup, drop, isOneState }) =>
    from === undefined && to === undefined
      ? isOneState && pickup.district !== null && pickup.district === drop.district
      : from === to,
  SPECIAL: (rules, { pickup, drop, isOneState }) =>
    !isOneState && (rules.specialStates.includes(pickup.state) || rules.specialStates.includes(drop.state)),
  REGIONAL: (_, { isOneState }) => isOneState,
  METRO: (rules, { clusters: [from, to] }) =>
    from !== undefined && to !== undefined && rules.metros.includes(from) && rules.metros.includes(to),
  ROI: () => true,
};

const clusterOf = (rules: ZoneRules, place: Place): string | undefined => {
  for (const [name, prefixes] of Object.entries(rules.clusters)) {
    if (prefixes.some((prefix) => place.pincode.startsWith(prefix))) return name;
  }
  return undefined;
};
