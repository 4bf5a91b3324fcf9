import { allocateCarriers, type InputOf } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { ratePlanOf } from '../snapshot/snapshot.ts';
import { classifyZone } from '../zones/classify-zone.ts';
import { defaultZoneRules } from '../zones/default-zone-rules.ts';
import { findLane } from '../zones/find-lane.ts';
import { assessCarriers, type Parcel } from './assess-carriers.ts';
import { pickCarriers } from './pick-carriers.ts';
import { rankCarriers } from './rank-carriers.ts';

export const allocateCarriersHandler = implement(
  allocateCarriers,
  async ({ snapshot, now }: Deps, { organizationId }, input) => {
    const current = snapshot();
    const filter = pickCarriers(input, input.shipmentType);
    const lane = findLane(
      current.pincodes,
      { field: 'pickupPincode', pincode: input.pickupPincode },
      { field: 'dropPincode', pincode: input.dropPincode },
    );
    const plan = ratePlanOf(current, organizationId, now());
    const assessments = assessCarriers(current, plan, lane, toParcel(input));
    return {
      zone: classifyZone(plan?.zoneRules ?? defaultZoneRules, lane.pickup, lane.drop),
      ...rankCarriers(plan, assessments, filter, input.preferredCourier),
    };
  },
);

const toParcel = ({ packages, ...input }: InputOf<typeof allocateCarriers>): Parcel => ({
  shipmentType: input.shipmentType,
  paymentMode: input.paymentMode,
  isQcRequired: input.isQcRequired,
  invoiceValuePaise: input.invoiceValuePaise,
  codAmountPaise: input.codAmountPaise,
  actualGrams: packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
  volumeCm3: packages.reduce((sum, { lengthCm, breadthCm, heightCm }) => sum + lengthCm * breadthCm * heightCm, 0),
  vasServiceIds: input.vasServiceIds,
  packageCount: packages.length,
});
