import type { CourierReply } from '../call-courier.ts';
import type { CourierFile } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { readAcknowledgement } from './refusals.ts';

/** The answer is the PDF itself; an error is JSON. */
export const label = oneExchange<{ awb: string }, CourierFile>({
  request: (_account, { awb }) =>
    jsonDraft('POST', '/api/v1/package/label', { ids: [awb] }, { query: { json_only: 'false' }, isRead: true }),
  parse: (reply) => parseLabel(reply),
});

export const parseLabel = (reply: CourierReply): Outcome<CourierFile> => {
  if (reply.status < 400 && Buffer.from(reply.body).subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    return done({ contentType: 'application/pdf', bytes: reply.body });
  }
  const outcome = readAcknowledgement(reply);
  return outcome.kind === 'done' ? { kind: 'unknown', cause: 'the label is no PDF' } : outcome;
};
