import { bookShipment, getDocument, getLabelPdf, getLabelUrl, type OrganizationContext } from '@freight/contracts';
import { callRaw, jetstreamApi } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addFault,
  bluedartSurface,
  createBooked,
  createDraft,
  delhiverySurface,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.neighbours.candidates = [delhiverySurface];
  service.sandbox.control.faults.clear();
});

const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';
const fetchDocument = (url: string) =>
  callRaw(service.bus, getDocument, systemContext({ actor: { type: 'public' } }), { token: tokenOf(url) });
const bytesOf = async (url: string): Promise<Buffer> => Buffer.from((await fetchDocument(url)).body);
const labelUrl = (context: OrganizationContext, id: string) => service.call(getLabelUrl, context, { id });

/** Our own labels embed Noto Sans; the couriers' labels of the sandbox do not. */
const isOurs = (pdf: Buffer): boolean => pdf.toString('latin1').includes('NotoSans');

const loseBucket = (bucket: string) => jetstreamApi(service.bus, `STREAM.DELETE.OBJ_${bucket}`);

describe('a label', () => {
  test('opens as a PDF without the API key, the same each time, under either address', async () => {
    const { context, id, awb } = await createBooked(service);
    const { url } = await service.call(getLabelPdf, context, { id });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/api\/v1\/documents\//);
    const first = await fetchDocument(url);
    expect(first).toMatchObject({ contentType: 'application/pdf', fileName: `label-${awb}.pdf` });
    expect(Buffer.from(first.body).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await bytesOf((await labelUrl(context, id)).url)).toEqual(Buffer.from(first.body));
  });

  test('of a draft is INVALID_STATE, and another organization’s is not found', async () => {
    const { context, shipment } = await createDraft(service);
    expect(await refusalOf(service.call(getLabelPdf, context, { id: shipment.id }))).toMatchObject({
      code: 'INVALID_STATE',
    });
    const { id } = await createBooked(service);
    expect(await refusalOf(labelUrl(organizationContext('org_other'), id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the courier’s own label', () => {
  test('is fetched where the courier gives one on request, once', async () => {
    const { context, id } = await createBooked(service);
    const { url, ours } = await labelUrl(context, id);
    expect(ours).toBe(false);
    const label = await bytesOf(url);
    expect(isOurs(label)).toBe(false);
    await addFault(service.sandbox, { courier: 'delhivery', operation: 'label', kind: 'http500' });
    expect(await bytesOf((await labelUrl(context, id)).url)).toEqual(label);
  });

  test('is kept where it comes with the booking', async () => {
    service.neighbours.candidates = [bluedartSurface];
    const { context, id, awb } = await createBooked(service);
    const { url, ours } = await labelUrl(context, id);
    expect(ours).toBe(false);
    expect((await bytesOf(url)).toString('latin1')).toContain(`(${awb})`);
  });

  test.each(['http500', 'garbage', 'reject'] as const)(
    'gives way to ours while the courier answers %s, and is asked for again later',
    async (kind) => {
      await addFault(service.sandbox, { courier: 'delhivery', operation: 'label', kind });
      const { context, id } = await createBooked(service);
      const { url, ours } = await labelUrl(context, id);
      expect([ours, isOurs(await bytesOf(url))]).toEqual([true, true]);
      service.sandbox.control.faults.clear();
      expect((await labelUrl(context, id)).ours).toBe(false);
      // The link says which shipment's label is meant, so it opens the current one.
      expect(isOurs(await bytesOf(url))).toBe(false);
    },
  );

  test('is left alone where the installation wants its own', async () => {
    const own = await startShipmentsForTest({ LABEL_SOURCE: 'ours' });
    own.neighbours.candidates = [bluedartSurface];
    const { context, id } = await createBooked(own);
    expect((await own.call(getLabelUrl, context, { id })).ours).toBe(true);
    await own.stop();
  });
});

describe('a label that the storage lost', () => {
  test('is drawn again, byte for byte', async () => {
    await addFault(service.sandbox, { courier: 'delhivery', operation: 'label', kind: 'reject' });
    const { context, id } = await createBooked(service);
    const { url } = await labelUrl(context, id);
    const label = await bytesOf(url);
    await loseBucket('shipments-drawn');
    expect(await bytesOf(url)).toEqual(label);
  });

  test('is fetched again from the courier', async () => {
    const { context, id } = await createBooked(service);
    const { url } = await labelUrl(context, id);
    const label = await bytesOf(url);
    await loseBucket('shipments-kept');
    expect(await bytesOf(url)).toEqual(label);
  });

  test('is ours where the courier gave it with the booking only', async () => {
    service.neighbours.candidates = [bluedartSurface];
    const { context, id } = await createBooked(service);
    const { url } = await labelUrl(context, id);
    await loseBucket('shipments-kept');
    expect(isOurs(await bytesOf(url))).toBe(true);
    expect((await labelUrl(context, id)).ours).toBe(true);
  });
});

test('a booking stands when its label cannot be kept', async () => {
  const away = await startShipmentsForTest({
    DOCUMENT_S3_BUCKET: 'nobody',
    DOCUMENT_S3_ENDPOINT: 'http://127.0.0.1:9',
    DOCUMENT_S3_ACCESS_KEY_ID: 'a',
    DOCUMENT_S3_SECRET_ACCESS_KEY: 'b',
  });
  away.neighbours.candidates = [bluedartSurface];
  const { context, shipment } = await createDraft(away);
  expect((await away.call(bookShipment, context, { id: shipment.id })).status).toBe('LABEL_GENERATED');
  await away.stop();
});
