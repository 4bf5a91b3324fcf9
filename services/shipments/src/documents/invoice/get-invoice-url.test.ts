import { getDocument, getInvoicePdf, getInvoiceUrl, getShipment } from '@freight/contracts';
import { callRaw, jetstreamApi } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findShipment } from '../../shipment/shipment.store.ts';
import {
  createBooked,
  createDraft,
  type draftRequest,
  mumbai,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../../shipments.fixture.ts';
import { invoiceContent } from './invoice-content.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

const fetchDocument = (url: string) =>
  callRaw(service.bus, getDocument, systemContext({ actor: { type: 'public' } }), { token: url.split('/').at(-1) });

const contentOf = async (overrides: Parameters<typeof draftRequest>[0]) => {
  const { organizationId, id } = await createBooked(service, overrides);
  const row = await findShipment(service.db, organizationId, id);
  if (row === undefined) throw new Error('the shipment is gone');
  return invoiceContent(row);
};

describe('the commercial invoice', () => {
  test('opens as a PDF without the API key, and is drawn again when the storage lost it', async () => {
    const { context, id } = await createBooked(service, { invoiceNumber: 'INV/26-27/7' });
    const { url } = await service.call(getInvoiceUrl, context, { id });
    const first = await fetchDocument(url);
    expect(first).toMatchObject({ contentType: 'application/pdf', fileName: 'invoice-INV/26-27/7.pdf' });
    expect(Buffer.from(first.body).subarray(0, 5).toString()).toBe('%PDF-');
    await jetstreamApi(service.bus, 'STREAM.DELETE.OBJ_shipments-drawn');
    expect(Buffer.from((await fetchDocument(url)).body).equals(Buffer.from(first.body))).toBe(true);
  });

  test('has a stable address on the shipment from booking on, which leads to the present link', async () => {
    const { context, shipment } = await createDraft(service);
    expect(shipment.commercialInvoiceUrl).toBeNull();
    const booked = await createBooked(service);
    const { commercialInvoiceUrl } = await service.call(getShipment, booked.context, { id: booked.id });
    expect(commercialInvoiceUrl).toBe(`http://127.0.0.1:8080/api/v1/shipments/${booked.id}/invoice.pdf`);
    const { url } = await service.call(getInvoicePdf, booked.context, { id: booked.id });
    expect((await fetchDocument(url)).contentType).toBe('application/pdf');
    expect(await refusalOf(service.call(getInvoiceUrl, context, { id: shipment.id }))).toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('of another organization is not found', async () => {
    const { id } = await createBooked(service);
    expect(await refusalOf(service.call(getInvoiceUrl, organizationContext('org_other'), { id }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('taxes a sale to another state as one, and inside a state or a territory in halves', async () => {
    expect(await contentOf({})).toMatchObject({ taxes: 'IGST', placeOfSupply: 'Maharashtra (27)', isReturn: false });
    expect(await contentOf({ drop: { ...mumbai, state: 'DL', city: 'Delhi' } })).toMatchObject({ taxes: 'CGST+SGST' });
    const chandigarh = { ...mumbai, state: 'Chandigarh', city: 'Chandigarh' };
    expect(await contentOf({ pickup: chandigarh, drop: chandigarh })).toMatchObject({ taxes: 'CGST+UTGST' });
  });

  test('goes by the state of the seller’s GSTIN before that of the warehouse', async () => {
    expect(await contentOf({ shipperGstin: '27AABCK1234M1Z5' })).toMatchObject({
      taxes: 'CGST+SGST',
      seller: { gstin: '27AABCK1234M1Z5' },
    });
  });

  test('compares states that nobody knows by their names', async () => {
    const elsewhere = { ...mumbai, state: 'Atlantis' };
    expect(await contentOf({ pickup: elsewhere, drop: { ...elsewhere, state: 'ATLANTIS ' } })).toMatchObject({
      taxes: 'CGST+SGST',
      placeOfSupply: 'ATLANTIS ',
    });
  });

  test('of a return names the merchant as the seller still', async () => {
    const merchant = { ...mumbai, organisation: 'Kala Handlooms', gstin: '27AABCK1234M1Z5' };
    expect(await contentOf({ shipmentType: 'REVERSE', drop: merchant })).toMatchObject({
      isReturn: true,
      seller: { name: 'Kala Handlooms', gstin: '27AABCK1234M1Z5' },
      buyer: { name: 'Asha Textiles', gstin: null },
      placeOfSupply: 'Delhi (07)',
      taxes: 'IGST',
    });
  });
});
