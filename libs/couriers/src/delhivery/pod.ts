import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { ProofOfDelivery } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { jsonOf, readJson } from '../reply.ts';

export const documentRequest = (awb: string, docType: 'EPOD' | 'SIGNATURE_URL' | 'RVP_QC_IMAGE'): CourierDraft => ({
  method: 'GET',
  path: '/api/rest/fetch/pkg/document/',
  query: { doc_type: docType, waybill: awb },
  isRead: true,
});

/** The answer's form is not published; every https address in it is taken for a document. */
export const parseDocument = (reply: CourierReply): Outcome<string[]> => {
  const answer = readJson(reply, z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]));
  if (answer.kind !== 'done') return answer;
  const urls = [...JSON.stringify(jsonOf(reply.body)).matchAll(/"(https?:\/\/[^"]+)"/g)].flatMap(
    ([, url]) => url ?? [],
  );
  return urls.length === 0 ? refused('NOT_FOUND', 'no such document yet') : done([...new Set(urls)]);
};

export const proofOfDelivery = oneExchange<{ awb: string }, ProofOfDelivery>({
  request: (_account, { awb }) => documentRequest(awb, 'EPOD'),
  parse: (reply) => {
    const documents = parseDocument(reply);
    if (documents.kind !== 'done') return documents;
    return done({
      recipientName: null,
      recipientRelation: null,
      recipientContact: null,
      documentUrls: documents.value,
    });
  },
});
