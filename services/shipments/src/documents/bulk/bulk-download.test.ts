import {
  bookShipment,
  bulkDownload,
  createShipment,
  getDocument,
  newId,
  type OrganizationContext,
} from '@freight/contracts';
import { callRaw, jetstreamApi } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addFault,
  bluedartSurface,
  createBooked,
  createDraft,
  delhiverySurface,
  draftRequest,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../../shipments.fixture.ts';
import { documentStorageVariables } from '../document-storage.config.ts';
import { openDocumentStorage } from '../document-storage.ts';
import { pruneBulkDownloads } from './prune-bulk-downloads.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.neighbours.candidates = [delhiverySurface];
  service.sandbox.control.faults.clear();
});

const download = (context: OrganizationContext, type: 'labels' | 'invoices', shipmentIds: string[]) =>
  service.call(bulkDownload, context, { shipmentIds, type });

/** The file as the gateway would put it together. */
const fetchWhole = async (url: string | null) => {
  const token = url?.split('/').at(-1);
  const context = systemContext({ actor: { type: 'public' } });
  const pieces: Uint8Array[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await callRaw(service.bus, getDocument, context, { token, cursor });
    pieces.push(answer.body);
    if (answer.next === undefined) return { ...answer, body: Buffer.concat(pieces) };
    cursor = answer.next;
  }
};

/** Names in a zip, from its central directory. */
const namesInZip = (zip: Buffer): string[] => {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString());
  }
  return names;
};

/** Another booked shipment of the organization; a request of its own, so with an operation of its own. */
const bookFor = async (organization: OrganizationContext, overrides = {}) => {
  const context = { ...organization, operationId: newId('operation') };
  const { shipment } = await service.call(createShipment, context, draftRequest(overrides));
  await service.call(bookShipment, context, { id: shipment.id });
  return shipment.id;
};

describe('a bulk download of labels', () => {
  test('is one PDF in the order asked for; what is not in it is listed with the reason', async () => {
    const { context, id } = await createBooked(service);
    const second = await bookFor(context);
    const { shipment: draft } = await createDraft(service, {}, context.organizationId);
    const { id: foreign } = await createBooked(service);
    const answer = await download(context, 'labels', [second, draft.id, id, foreign, 'shp_nobody', second]);
    expect(answer).toMatchObject({
      count: 2,
      url: expect.stringContaining('/documents/'),
      expiresAt: expect.any(String),
    });
    expect(answer.skipped).toEqual([
      { shipmentId: draft.id, reason: 'NOT_BOOKED' },
      { shipmentId: foreign, reason: 'NOT_FOUND' },
      { shipmentId: 'shp_nobody', reason: 'NOT_FOUND' },
    ]);
    const { contentType, fileName, body } = await fetchWhole(answer.url);
    expect(contentType).toBe('application/pdf');
    expect(fileName).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('holds our label where the courier has none to give, beside those of couriers', async () => {
    service.neighbours.candidates = [bluedartSurface];
    const { context, id } = await createBooked(service);
    service.neighbours.candidates = [delhiverySurface];
    await addFault(service.sandbox, { courier: 'delhivery', operation: 'label', kind: 'reject' });
    const second = await bookFor(context);
    const answer = await download(context, 'labels', [id, second]);
    expect(answer.count).toBe(2);
    // Fonts are what our labels bring along; the couriers' of the sandbox are some lines of text.
    expect((await fetchWhole(answer.url)).body.length).toBeGreaterThan(10_000);
  });

  test('of nothing but drafts has no file', async () => {
    const { context, shipment } = await createDraft(service);
    expect(await download(context, 'labels', [shipment.id])).toMatchObject({ url: null, count: 0 });
  });
});

describe('a bulk download of invoices', () => {
  test('is an archive with a file each, whatever invoice numbers look like', async () => {
    const { context, id, awb } = await createBooked(service, { invoiceNumber: '../INV/26-27/1 ज्योत्स्ना' });
    const second = await bookFor(context, { invoiceNumber: 'A' });
    const answer = await download(context, 'invoices', [id, second]);
    const { contentType, fileName, body } = await fetchWhole(answer.url);
    expect(contentType).toBe('application/zip');
    expect(fileName).toMatch(/^invoices-\d{4}-\d\d-\d\d\.zip$/);
    expect(namesInZip(body)).toEqual([
      `invoice-..-INV-26-27-1-ज्योत्स्ना-${awb}.pdf`,
      expect.stringMatching(/^invoice-A-\d+\.pdf$/),
    ]);
  });

  test('goes on when one of them cannot be drawn, and lists it', async () => {
    const { context, id } = await createBooked(service);
    const second = await bookFor(context);
    await service.db
      .updateTable('shipments')
      .set({ invoice_date: sql<Date>`'infinity'` })
      .where('id', '=', second)
      .execute();
    const answer = await download(context, 'invoices', [second, id]);
    expect(answer).toMatchObject({ count: 1, skipped: [{ shipmentId: second, reason: 'NOT_DRAWN' }] });
    expect(namesInZip((await fetchWhole(answer.url)).body)).toHaveLength(1);
  });

  test('is longer than one message where it has to be, and complete', async () => {
    const { context, id } = await createBooked(service);
    const ids = [id, ...(await Promise.all(Array.from({ length: 39 }, () => bookFor(context))))];
    const answer = await download(context, 'invoices', ids);
    const { body } = await fetchWhole(answer.url);
    expect(body.length).toBeGreaterThan(512 * 1_024);
    expect(namesInZip(body)).toHaveLength(40);
  });
});

describe('a bulk download', () => {
  test('that is repeated under its operation is the same file', async () => {
    const { context, id } = await createBooked(service);
    const first = await download(context, 'labels', [id, 'shp_nobody']);
    const again = await download(context, 'labels', [id, 'shp_nobody']);
    expect(again).toEqual(first);
    const other = await download({ ...context, operationId: newId('operation') }, 'labels', [id]);
    expect(other.url).not.toBe(first.url);
  });

  test('is made again when the storage lost it', async () => {
    const { context, id } = await createBooked(service);
    const { url } = await download(context, 'invoices', [id]);
    const { body } = await fetchWhole(url);
    await jetstreamApi(service.bus, 'STREAM.DELETE.OBJ_shipments-drawn');
    expect((await fetchWhole(url)).body.equals(body)).toBe(true);
  });

  test('takes 1 to 500 shipments', async () => {
    const context = organizationContext('org_1');
    for (const count of [0, 501]) {
      const ids = Array.from({ length: count }, (_, index) => `shp_${index}`);
      expect(await refusalOf(download(context, 'labels', ids))).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  test('is deleted after its link has ended', async () => {
    const { context, id } = await createBooked(service);
    const { url } = await download(context, 'labels', [id]);
    const storage = openDocumentStorage(service.bus, z.object(documentStorageVariables).parse({}));
    await service.db
      .updateTable('bulk_downloads')
      .set({ expires_at: sql<Date>`now() - interval '2 hours'` })
      .where('organization_id', '=', context.organizationId)
      .execute();
    await pruneBulkDownloads({ db: service.db, storage });
    expect(await refusalOf(fetchWhole(url))).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await service.db
        .selectFrom('bulk_downloads')
        .select('id')
        .where('organization_id', '=', context.organizationId)
        .execute(),
    ).toEqual([]);
  });
});
