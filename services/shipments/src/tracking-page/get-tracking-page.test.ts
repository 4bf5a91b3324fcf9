import { getTrackingPage } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createBooked,
  delhi,
  mumbai,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

const pageOf = (awb: string) => service.call(getTrackingPage, systemContext({ actor: { type: 'public' } }), { awb });

describe('the tracking page', () => {
  test('names the seller, the courier and where the parcel is', async () => {
    const { awb } = await createBooked(service);
    const { html } = await pageOf(awb);
    expect(html).toContain('<header><p>Test</p></header>');
    expect(html).toContain(`<dd>${awb}</dd>`);
    expect(html).toContain('<dd>Delhivery</dd>');
    expect(html).toMatch(/<li class="reached" aria-current="step">Ordered<\/li>/);
  });

  test('says nothing that a stranger should not know', async () => {
    const { awb, id, organizationId, shipment } = await createBooked(service, {
      paymentMode: 'COD',
      codAmount: 1_234.5,
      invoiceValue: 1_234.5,
      pickup: { ...delhi, email: 'seller@example.com', gstin: '07AABCK1234M1Z5' },
      drop: { ...mumbai, email: 'buyer@example.com', landmark: 'near Mehboob Studio' },
      remarks: 'ring twice',
    });
    const { html } = await pageOf(awb);
    const secrets = [
      id,
      organizationId,
      shipment.orderReferenceNumber,
      shipment.shipmentNumber,
      ...Object.values(delhi).filter((value) => value !== 'Delhi'),
      ...Object.values(mumbai).filter((value) => value !== 'Mumbai'),
      'Ravi',
      'Sharma',
      'example.com',
      '07AABCK',
      'Mehboob',
      '1234.5',
      '1,234.5',
      'ring twice',
      'Cotton kurta',
    ];
    expect(secrets.filter((secret) => html.includes(secret))).toEqual([]);
  });

  test('of an AWB that nobody has is not found', async () => {
    expect(await refusalOf(pageOf('nobody'))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
