import { type Zone, zones } from '@freight/contracts';
import { z } from 'zod';
import { stateCodes } from '../pincodes/states.ts';

/**
 * How lanes become zones, as data: live conventions disagree (is Assam to Assam regional or special?), so each rate card may
 * bring its own order and lists.
 */
export const zoneRules = z
  .object({
    /** Cities by the pincode prefixes that make them up. */
    clusters: z.record(z.string(), z.array(z.string().regex(/^[1-9]\d{1,5}$/)).min(1)),
    /** Clusters between which the METRO zone holds. */
    metros: z.array(z.string()),
    specialStates: z.array(z.enum(stateCodes)),
    /** Zones in the order in which they are tried; the last one takes every lane that is left. */
    order: z.array(z.enum(zones)).min(1),
  })
  .superRefine(({ clusters, metros, order }, issues) => {
    for (const metro of metros) {
      if (!Object.hasOwn(clusters, metro)) issues.addIssue({ code: 'custom', message: `${metro} is no cluster` });
    }
    if (order.at(-1) !== ('ROI' satisfies Zone)) {
      issues.addIssue({ code: 'custom', path: ['order'], message: 'ROI must come last: it is the rest of India' });
    }
  });

export type ZoneRules = z.output<typeof zoneRules>;
