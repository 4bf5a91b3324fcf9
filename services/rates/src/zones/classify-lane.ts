import { classifyLane } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import type { Place } from '../pincodes/pincode-table.ts';
import { stateNames } from '../pincodes/states.ts';
import { ratePlanOf } from '../snapshot/snapshot.ts';
import { classifyZone } from './classify-zone.ts';
import { defaultZoneRules } from './default-zone-rules.ts';
import { findLane } from './find-lane.ts';

export const classifyLaneHandler = implement(
  classifyLane,
  async ({ snapshot, now }: Deps, { organizationId }, { pickup, drop }) => {
    const lane = findLane(snapshot().pincodes, { field: 'pickup', pincode: pickup }, { field: 'drop', pincode: drop });
    const rules = ratePlanOf(snapshot(), organizationId, now())?.zoneRules ?? defaultZoneRules;
    return {
      zone: classifyZone(rules, lane.pickup, lane.drop),
      pickup: toPlaceName(lane.pickup),
      drop: toPlaceName(lane.drop),
    };
  },
);

const toPlaceName = ({ pincode, district, state }: Place) => ({ pincode, city: district, state: stateNames[state] });
