import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { Pickup, PickupRequest } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { readAnswer } from './refusals.ts';

/** The manifest of some shipments is what calls the van; it takes no day. */
export const requestPickup = oneExchange<PickupRequest, Pickup>({
  request: (_account, { awbs }) => jsonDraft('POST', '/shipments2/manifest', { awbs }),
  parse: (reply) => parsePickup(reply),
});

export const parsePickup = (reply: CourierReply): Outcome<Pickup> => {
  const answer = readAnswer(reply, z.object({ status: z.literal(true) }));
  const isMade = answer.kind === 'refused' && /already (been )?(manifest|generated)/i.test(answer.message);
  return answer.kind === 'done' || isMade ? done({ courierReference: null, scheduledFor: null }) : answer;
};
