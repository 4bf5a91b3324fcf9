import {
  mayScanTo,
  mayStep,
  type ShipmentStatus,
  shipmentStatuses,
  trackPublicly,
  trackShipment,
} from '@freight/contracts';
import type { Scan } from '@freight/couriers';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import { createBooked, eventsOf, type ShipmentsForTest, startShipmentsForTest } from '../shipments.fixture.ts';
import { applyScans } from './apply-scans.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

const minutes = (count: number): Date => new Date(Date.UTC(2027, 0, 1, 10, count));
const scanOf = (status: ShipmentStatus | null, at: Date, overrides: Partial<Scan> = {}): Scan => ({
  status,
  isKnownCode: true,
  rawStatus: `raw ${status ?? 'unknown'}`,
  rawStatusCode: status ?? 'X-99',
  description: `Courier says ${status ?? 'something'}`,
  location: 'Mumbai Hub',
  at,
  ...overrides,
});

const apply = async (organizationId: string, id: string, awb: string, ...scans: Scan[]): Promise<void> => {
  const row = await getShipmentRow(service.db, organizationId, id);
  const deps = { db: service.db, log: service.environment.log, wake: noWake };
  await applyScans(deps, row, { awb, reference: null, scans, expectedDeliveryDate: null, reweigh: null });
};
const noWake = { relay: () => {}, courierTasks: () => {}, courierPushes: () => {} };

describe('scans', () => {
  test('late, repeated and reordered scans end in the newest status with the whole timeline', async () => {
    const { organizationId, id, awb } = await createBooked(service);
    const picked = scanOf('PICKED_UP', minutes(1));
    const transit = scanOf('IN_TRANSIT', minutes(2));
    const out = scanOf('OUT_FOR_DELIVERY', minutes(3));
    await apply(organizationId, id, awb, out, picked);
    await apply(organizationId, id, awb, transit, picked, out);

    const row = await getShipmentRow(service.db, organizationId, id);
    expect(row).toMatchObject({ status: 'OUT_FOR_DELIVERY', picked_up_at: minutes(1) });
    const events = (await eventsOf(service, id)).map((event) => event.split(' ')[1]);
    expect(events.filter((status) => status === 'PICKED_UP')).toHaveLength(1);
    expect(events.at(-1)).toBe('OUT_FOR_DELIVERY');
    const timeline = await service.db
      .selectFrom('tracking_events')
      .select(['status', 'version'])
      .where('shipment_id', '=', id)
      .where('raw_status', 'is not', null)
      .orderBy('event_time')
      .execute();
    expect(timeline.map((line) => line.status)).toEqual(['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY']);
    expect(timeline[1]?.version).toBeNull();
  });

  test('versions count the status changes from 1 without gaps', async () => {
    const { organizationId, id, awb } = await createBooked(service);
    await apply(organizationId, id, awb, scanOf('PICKED_UP', minutes(1)), scanOf(null, minutes(2)));
    await apply(organizationId, id, awb, scanOf('DELIVERED', minutes(5)), scanOf('IN_TRANSIT', minutes(3)));
    const versions = (await eventsOf(service, id)).map((event) => Number(event.split(' ')[0]));
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });

  test('the charge of a return is set when the parcel turns back, and gone when the courier withdraws it', async () => {
    const { organizationId, id, awb } = await createBooked(service);
    const rtoCharge = async () => (await getShipmentRow(service.db, organizationId, id)).rto_charge_paise;
    await apply(organizationId, id, awb, scanOf('IN_TRANSIT', minutes(1)));
    expect(await rtoCharge()).toBeNull();
    await apply(organizationId, id, awb, scanOf('RTO_INITIATED', minutes(2)));
    expect(await rtoCharge()).toBe(5_000);
    await apply(organizationId, id, awb, scanOf('IN_TRANSIT', minutes(3)));
    expect(await rtoCharge()).toBeNull();
    await apply(organizationId, id, awb, scanOf('RTO_IN_TRANSIT', minutes(4)), scanOf('RTO_DELIVERED', minutes(5)));
    expect(await rtoCharge()).toBe(5_000);
  });

  test('a second failed attempt is a change of its own; the same attempt again is not', async () => {
    const { organizationId, id, awb } = await createBooked(service);
    const failed = (at: Date) => scanOf('DELIVERY_FAILED', at, { ndrReason: 'CUSTOMER_UNAVAILABLE' });
    await apply(organizationId, id, awb, failed(minutes(1)), failed(minutes(2)));
    await apply(organizationId, id, awb, failed(minutes(2)));
    const events = await eventsOf(service, id);
    expect(events.filter((event) => event.endsWith('DELIVERY_FAILED'))).toHaveLength(2);
  });

  test('twenty appliers of one delivery make one event', async () => {
    const { organizationId, id, awb } = await createBooked(service, { paymentMode: 'COD', codAmount: 100 });
    const delivered = scanOf('DELIVERED', minutes(9), { receivedBy: 'Ravi' });
    await Promise.all(Array.from({ length: 20 }, () => apply(organizationId, id, awb, delivered)));
    expect((await eventsOf(service, id)).filter((event) => event.endsWith(' DELIVERED'))).toHaveLength(1);
    expect(await getShipmentRow(service.db, organizationId, id)).toMatchObject({
      delivered_at: minutes(9),
      cod_collected_at: minutes(9),
      pod_recipient_name: 'Ravi',
      tracking_due_at: null,
    });
  });

  test('nothing leaves a terminal status, and what the table forbids is only kept', async () => {
    const { organizationId, id, awb } = await createBooked(service);
    await apply(organizationId, id, awb, scanOf('DELIVERED', minutes(1)), scanOf('IN_TRANSIT', minutes(2)));
    await apply(organizationId, id, awb, scanOf('RTO_INITIATED', minutes(3)));
    expect((await getShipmentRow(service.db, organizationId, id)).status).toBe('DELIVERED');
  });

  test('the authenticated record shows the courier’s own codes, newest first', async () => {
    const { context, organizationId, id, awb } = await createBooked(service);
    await apply(organizationId, id, awb, scanOf('PICKED_UP', minutes(1)), scanOf('IN_TRANSIT', minutes(2)));
    const { tracking } = await service.call(trackShipment, context, { awb });
    expect(tracking).toMatchObject({ awb, current_status: 'IN_TRANSIT', raw_status_code: 'IN_TRANSIT' });
    expect(tracking.events[0]).toMatchObject({ status: 'IN_TRANSIT', raw_status: 'raw IN_TRANSIT' });
  });

  test('the public record leaks no name, phone, address, pincode or amount', async () => {
    const { organizationId, id, awb } = await createBooked(service, { paymentMode: 'COD', codAmount: 4321 });
    const gossip = scanOf('DELIVERED', minutes(1), {
      description: 'Delivered to Ravi Kumar Sharma, 7 Marine Drive, 9820000002, collected 4321',
      location: '7 Marine Drive 400020',
      receivedBy: 'Ravi Kumar Sharma',
    });
    await apply(organizationId, id, awb, gossip);
    const record = await service.call(trackPublicly, systemContext({ actor: { type: 'public' } }), { awb });
    expect(record).toMatchObject({ status: 'DELIVERED', customerName: 'R. K. S.', courier: 'Delhivery' });
    const text = JSON.stringify(record);
    for (const secret of ['Ravi', 'Kumar', 'Sharma', '9820000002', 'Marine', '400020', '4321', '9810000001', 'Asha']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the state table', () => {
  test('a scan path exists exactly where single steps connect', () => {
    const steps = shipmentStatuses
      .filter((from) => from !== 'CREATED')
      .flatMap((from) => shipmentStatuses.filter((to) => mayStep(from, to, 'FORWARD')).map((to) => ({ from, to })));
    expect(steps.length).toBeGreaterThan(30);
    expect(steps.filter(({ from, to }) => !mayScanTo(from, to, 'FORWARD'))).toEqual([]);
    expect(mayScanTo('IN_TRANSIT', 'CANCELLED', 'FORWARD')).toBe(false);
    expect(mayScanTo('RTO_IN_TRANSIT', 'DELIVERED', 'FORWARD')).toBe(false);
    expect(mayScanTo('CREATED', 'DELIVERED', 'FORWARD')).toBe(false);
    expect(mayScanTo('LABEL_GENERATED', 'DELIVERED', 'FORWARD')).toBe(true);
    expect(mayStep('PICKUP_SCHEDULED', 'DELIVERY_FAILED', 'REVERSE')).toBe(true);
    expect(mayStep('PICKUP_SCHEDULED', 'DELIVERY_FAILED', 'FORWARD')).toBe(false);
  });
});
