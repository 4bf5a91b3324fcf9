import {
  bookShipment,
  type CallInputOf,
  cancelShipment,
  listShipments,
  type OrganizationContext,
} from '@freight/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDraft,
  mumbai,
  newOrganizationId,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
let context: OrganizationContext;
const ids: Record<'draft' | 'cod' | 'booked' | 'cancelled', string> = { draft: '', cod: '', booked: '', cancelled: '' };
let awb = '';

beforeAll(async () => {
  service = await startShipmentsForTest();
  const organizationId = newOrganizationId();
  const draft = await createDraft(service, { orderReferenceNumber: 'ORD_100%' }, organizationId);
  context = draft.context;
  const cod = await createDraft(
    service,
    { paymentMode: 'COD', codAmount: 10, drop: { ...mumbai, name: 'Meera Iyer' } },
    organizationId,
  );
  const booked = await createDraft(service, {}, organizationId);
  const cancelled = await createDraft(service, {}, organizationId);
  awb = (await service.call(bookShipment, context, { id: booked.shipment.id, carrierId: 'bluedart-surface' }))
    .awbNumber;
  await service.call(cancelShipment, context, { id: cancelled.shipment.id });
  await createDraft(service);
  ids.draft = draft.shipment.id;
  ids.cod = cod.shipment.id;
  ids.booked = booked.shipment.id;
  ids.cancelled = cancelled.shipment.id;
});
afterAll(() => service.stop());

const found = async (filter: CallInputOf<typeof listShipments>): Promise<string[]> => {
  const { data } = await service.call(listShipments, context, filter);
  return data.map((shipment) => Object.entries(ids).find(([, id]) => id === shipment.id)?.[0] ?? 'stranger');
};

describe('listing shipments', () => {
  test('gives the organization’s own, newest first, with the total', async () => {
    const page = await service.call(listShipments, context, { limit: 3 });
    expect(page.data.map((shipment) => shipment.id)).toEqual([ids.cancelled, ids.booked, ids.cod]);
    expect(page.meta).toEqual({ total: 4, page: 1, limit: 3, totalPages: 2 });
    expect(await found({ limit: 3, page: 2 })).toEqual(['draft']);
  });

  test('a page past the end is empty', async () => {
    const page = await service.call(listShipments, context, { page: 99 });
    expect(page).toMatchObject({ data: [], meta: { total: 4, page: 99 } });
  });

  test.each<[string, CallInputOf<typeof listShipments>, string[]]>([
    ['status', { status: 'CANCELLED' }, ['cancelled']],
    ['statusGroup', { statusGroup: 'pickups' }, ['booked']],
    ['paymentMode', { paymentMode: 'COD' }, ['cod']],
    ['carrier by rate code', { carrier: 'bluedart-surface' }, ['booked']],
    ['carrier by provider form', { carrier: 'BLUEDART_SURFACE' }, ['booked']],
    ['carrier by brand', { carrier: 'BLUEDART' }, ['booked']],
    ['an unknown carrier', { carrier: 'PIGEON' }, []],
    ['search by name in any case', { search: 'meera' }, ['cod']],
    ['search where % is only a sign', { search: '100%' }, ['draft']],
    ['search that matches nothing', { search: '1%0' }, []],
    ['orderId', { orderId: 'ORD_100%' }, ['draft']],
    ['hasAwb yes', { hasAwb: 'yes' }, ['booked']],
    ['hasAwb no', { hasAwb: 'no' }, ['cancelled', 'cod', 'draft']],
    ['unprocessed', { unprocessed: 'yes' }, ['cod', 'draft']],
    ['to, today included', { to: new Date().toISOString().slice(0, 10) }, ['cancelled', 'booked', 'cod', 'draft']],
    ['from tomorrow', { from: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }, []],
  ])('filters by %s', async (_name, filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  test('filters by AWB and finds a part of it by search', async () => {
    expect(await found({ awb })).toEqual(['booked']);
    expect(await found({ search: awb.slice(2, 9) })).toEqual(['booked']);
  });
});
