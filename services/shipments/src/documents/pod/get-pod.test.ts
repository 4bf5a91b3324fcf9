import { getDocument, getProofOfDelivery, getShipment, type OrganizationContext } from '@freight/contracts';
import { callRaw, jetstreamApi } from '@freight/messaging';
import { eventually, organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findShipment } from '../../shipment/shipment.store.ts';
import {
  addFault,
  bluedartSurface,
  createBooked,
  createDraft,
  delhiverySurface,
  refusalOf,
  type ShipmentsForTest,
  scan,
  startShipmentsForTest,
} from '../../shipments.fixture.ts';
import { askSoon } from '../../tracking/tracking.store.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.neighbours.candidates = [delhiverySurface];
  service.sandbox.control.faults.clear();
});

const podOf = (context: OrganizationContext, id: string) => service.call(getProofOfDelivery, context, { id });
const fetchDocument = (url: string) =>
  callRaw(service.bus, getDocument, systemContext({ actor: { type: 'public' } }), { token: url.split('/').at(-1) });

/** A shipment that the courier scanned to its end. */
const createDelivered = async (status: 'DELIVERED' | 'RTO_DELIVERED' = 'DELIVERED') => {
  const booked = await createBooked(service);
  await scan(service.sandbox, booked.awb, { status });
  const row = await findShipment(service.db, booked.organizationId, booked.id);
  if (row === undefined) throw new Error('the shipment is gone');
  await askSoon(service.db, row);
  await eventually(async () =>
    expect((await service.call(getShipment, booked.context, { id: booked.id })).status).toBe(status),
  );
  return booked;
};

describe('the proof of delivery', () => {
  test('is fetched by the first call and kept, its file too', async () => {
    const { context, id, awb } = await createDelivered();
    const first = await podOf(context, id);
    expect(first).toMatchObject({ recipientName: null, fetchedAt: expect.any(String) });
    expect(first.documentUrls).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/api\/v1\/documents\//)]);
    expect(first.documentUrl).toBe(first.documentUrls[0]);
    const file = await fetchDocument(first.documentUrl ?? '');
    expect(file).toMatchObject({ contentType: 'application/pdf', fileName: `pod-${awb}-1.pdf` });

    await addFault(service.sandbox, { courier: 'delhivery', operation: 'label', kind: 'http500' });
    const second = await podOf(context, id);
    expect(second.fetchedAt).toBe(first.fetchedAt);
    expect((await fetchDocument(second.documentUrl ?? '')).body).toEqual(file.body);
    const shipment = await service.call(getShipment, context, { id });
    expect(shipment).toMatchObject({ podFetchedAt: first.fetchedAt, podDocumentUrl: expect.any(String) });
  });

  test('is there for what came back to the sender', async () => {
    const { context, id } = await createDelivered('RTO_DELIVERED');
    expect((await podOf(context, id)).documentUrls).toHaveLength(1);
  });

  test('is INVALID_STATE before the delivery, and names the status', async () => {
    const { context, shipment } = await createDraft(service);
    expect(await refusalOf(podOf(context, shipment.id))).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('CREATED'),
    });
  });

  test('of another organization is not found', async () => {
    const { id } = await createDelivered();
    expect(await refusalOf(podOf(organizationContext('org_other'), id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is asked for again when the courier gave no usable answer', async () => {
    const { context, id } = await createDelivered();
    await addFault(service.sandbox, { courier: 'delhivery', operation: 'label', kind: 'garbage' });
    expect(await refusalOf(podOf(context, id))).toMatchObject({ code: 'COURIER_UNAVAILABLE' });
    service.sandbox.control.faults.clear();
    expect((await podOf(context, id)).documentUrls).toHaveLength(1);
  });

  test('is what the scans told where the courier has none, and not remembered', async () => {
    service.neighbours.candidates = [bluedartSurface];
    const { context, id } = await createDelivered();
    expect(await podOf(context, id)).toEqual({
      // Blue Dart's delivered scan says who took the parcel.
      recipientName: 'Ravi Kumar Sharma',
      recipientRelation: null,
      recipientContact: null,
      documentUrl: null,
      documentUrls: [],
      fetchedAt: null,
    });
  });

  test('is asked for once by two first calls at once', async () => {
    const { context, id } = await createDelivered();
    const [one, other] = await Promise.all([podOf(context, id), podOf(context, id)]);
    expect(one.fetchedAt).toBe(other.fetchedAt);
    expect(
      await service.db.selectFrom('pod_documents').selectAll().where('shipment_id', '=', id).execute(),
    ).toHaveLength(1);
  });

  test('is fetched from the courier again when the storage lost the file', async () => {
    const { context, id } = await createDelivered();
    const { documentUrl } = await podOf(context, id);
    const { body } = await fetchDocument(documentUrl ?? '');
    await jetstreamApi(service.bus, 'STREAM.DELETE.OBJ_shipments-kept');
    expect((await fetchDocument(documentUrl ?? '')).body).toEqual(body);
  });
});
