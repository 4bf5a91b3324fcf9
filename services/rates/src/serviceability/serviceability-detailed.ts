import { type Carrier, carriers, serviceabilityDetailed } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { delivers } from '../allocation/assess-carriers.ts';
import type { RatePlan } from '../cards/compile-rate-plan.ts';
import type { Deps } from '../deps.ts';
import { ratePlanOf, type Snapshot } from '../snapshot/snapshot.ts';
import { classifyZone } from '../zones/classify-zone.ts';
import { defaultZoneRules } from '../zones/default-zone-rules.ts';
import { findLane, type Lane } from '../zones/find-lane.ts';
import { serviceAt } from './service-at.ts';

export const serviceabilityDetailedHandler = implement(
  serviceabilityDetailed,
  async ({ snapshot, now }: Deps, { organizationId }, { pickup, drop, serviceType }) => {
    const current = snapshot();
    const lane = findLane(current.pincodes, { field: 'pickup', pincode: pickup }, { field: 'drop', pincode: drop });
    const plan = ratePlanOf(current, organizationId, now());
    const services = carriers.flatMap((carrier) => serviceOf(current, plan, lane, carrier));
    return {
      pickup,
      drop,
      zone: classifyZone(plan?.zoneRules ?? defaultZoneRules, lane.pickup, lane.drop),
      // On the reverse lane nothing is collected but goods.
      couriers:
        serviceType === 'FORWARD'
          ? services
          : services.filter(({ reverse }) => reverse).map((service) => ({ ...service, cod: false })),
    };
  },
);

/** One line per connected carrier with a card, its flags all false where it does not come. */
const serviceOf = (snapshot: Snapshot, plan: RatePlan | undefined, { pickup, drop }: Lane, carrier: Carrier) => {
  const courier = snapshot.couriers[carrier.courier];
  const card = plan?.cards.get(carrier.carrierId);
  if (courier === undefined || card === undefined) return [];
  const from = serviceAt(snapshot, carrier.carrierId, pickup.pincode);
  const to = serviceAt(snapshot, carrier.carrierId, drop.pincode);
  const comesBack = from.reverse && delivers(to) && courier.reverse;
  return [
    {
      courier: carrier.displayName,
      carrierId: carrier.carrierId,
      brand: carrier.brand,
      serviceType: carrier.service.toUpperCase(),
      prepaid: from.pickup && to.prepaid,
      cod: from.pickup && to.cod && card.cod !== null,
      reverse: comesBack && card.reverse !== null,
      reverseQc: comesBack && from.qc && courier.reverseQc !== null && card.reverseQc !== null,
      pickup: from.pickup,
      eddDays: card.transitDays[classifyZone(card.zoneRules, pickup, drop)],
    },
  ];
};
