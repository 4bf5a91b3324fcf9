import { getDocument, getLabelPdf, getLabelUrl } from '@freight/contracts';
import { callRaw } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createBooked,
  createDraft,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';
import { readLink, signLink } from './presigned-link.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';
const fetchDocument = (token: string) =>
  callRaw(service.bus, getDocument, systemContext({ actor: { type: 'public' } }), { token });

describe('labels', () => {
  test('the link opens a PDF without the API key, and the same label each time', async () => {
    const { context, id, awb } = await createBooked(service);
    const { url } = await service.call(getLabelPdf, context, { id });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/api\/v1\/documents\//);
    const first = await fetchDocument(tokenOf(url));
    expect(first).toMatchObject({ contentType: 'application/pdf', fileName: `label-${awb}.pdf` });
    expect(Buffer.from(first.body).subarray(0, 5).toString()).toBe('%PDF-');
    const other = await service.call(getLabelUrl, context, { id });
    expect(other.ours).toBe(true);
    expect((await fetchDocument(tokenOf(other.url))).body).toEqual(first.body);
  });

  test('a draft has no label, and another organization’s label is not found', async () => {
    const { context, shipment } = await createDraft(service);
    expect(await refusalOf(service.call(getLabelPdf, context, { id: shipment.id }))).toMatchObject({
      code: 'INVALID_STATE',
    });
    const { id } = await createBooked(service);
    expect(await refusalOf(service.call(getLabelUrl, organizationContext('org_other'), { id }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('a link altered in any character is not found', async () => {
    const { context, id } = await createBooked(service);
    const token = tokenOf((await service.call(getLabelUrl, context, { id })).url);
    for (const position of [0, 10, token.indexOf('.') - 1, token.indexOf('.') + 3]) {
      const other = token[position] === 'A' ? 'B' : 'A';
      const forged = token.slice(0, position) + other + token.slice(position + 1);
      expect(await refusalOf(fetchDocument(forged))).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('presigned links', () => {
  const key = 'k'.repeat(32);
  const claims = { kind: 'label', organizationId: 'org_1', shipmentId: 'shp_1', expiresAt: 1_000 } as const;

  test('hold until the second they expire, and not in it', () => {
    const token = signLink(claims, key);
    expect(readLink(token, key, new Date(999_999))).toEqual(claims);
    expect(readLink(token, key, new Date(1_000_000))).toBeUndefined();
  });

  test('hold only under the key that signed them', () => {
    expect(readLink(signLink(claims, key), 'x'.repeat(32), new Date(0))).toBeUndefined();
    for (const nonsense of ['', '.', 'a.b', 'a.b.c', '💥.💥']) {
      expect(readLink(nonsense, key, new Date(0))).toBeUndefined();
    }
  });
});
