import { listShipments } from '@freight/contracts';
import { type Database, openDatabase } from '@freight/database';
import { type TestDatabase, testDatabase } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededOrganization, seedShipments } from '../bench/setting/seed-shipments.ts';
import type { Tables } from '../tables.ts';
import { type Explaining, explainingDatabase } from './explaining-database.fixture.ts';
import type { ShipmentFilter } from './shipment-filter.ts';
import { findShipments } from './shipment-list.store.ts';

/** The larger of two organizations has seven tenths of them: more than is counted, and than the sample that a search takes. */
const shipments = 20_000;
const organizationId = seededOrganization(0);

let database: TestDatabase;
let owner: Database<Tables>;
let explaining: Explaining;
beforeAll(async () => {
  database = await testDatabase();
  owner = openDatabase({ url: database.adminUrl, schema: 'shipments', poolSize: 4, applicationName: 'test' });
  await seedShipments(owner.pool, { shipments, organizations: 2 });
  explaining = explainingDatabase(owner);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const scansOf = async (filter: Omit<ShipmentFilter, 'page' | 'limit'>) => {
  await findShipments(explaining.db, organizationId, listShipments.input.parse(filter));
  return explaining.takeScans();
};

describe('the plan of a list', () => {
  test.each<[string, Omit<ShipmentFilter, 'page' | 'limit'>, string]>([
    ['no filter', {}, 'shipments_newest'],
    ['status', { status: 'LOST' }, 'shipments_by_status'],
    ['statusGroup', { statusGroup: 'rto' }, 'shipments_by_status'],
    ['unprocessed', { unprocessed: 'yes' }, 'shipments_by_status'],
    ['unprocessed no', { unprocessed: 'no' }, 'shipments_by_status'],
    ['paymentMode', { paymentMode: 'COD' }, 'shipments_by_payment_mode'],
    ['carrier', { carrier: 'delhivery-air' }, 'shipments_by_carrier'],
    ['carrier by brand', { carrier: 'DTDC' }, 'shipments_by_carrier'],
    ['from and to', { from: '2026-01-01', to: '2026-02-01' }, 'shipments_newest'],
    ['awb', { awb: '13160000000013' }, 'shipments_awb_of_courier_once'],
    ['orderId', { orderId: 'ORD-100001' }, 'shipments_by_reference'],
    ['hasAwb yes', { hasAwb: 'yes' }, 'shipments_with_awb'],
    ['hasAwb no', { hasAwb: 'no' }, 'shipments_without_awb'],
    ['search for what is rare', { search: '0000130000' }, 'organization_id_search_text_idx'],
    ['search for what is common', { search: 'sharma' }, 'organization_id_created_at_shipment_id_idx'],
    ['search for what has no trigram', { search: '7' }, 'organization_id_created_at_shipment_id_idx'],
  ])('%s reads no table from end to end', async (_name, filter, index) => {
    const scans = await scansOf(filter);
    expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([]);
    expect(scans.map((scan) => scan.index)).toContainEqual(expect.stringContaining(index));
  });

  test('of 14,000 shipments 10,000 are counted, and all can be paged through', async () => {
    const pageAt = (page: number) =>
      findShipments(owner.db, organizationId, listShipments.input.parse({ page, limit: 100 }));
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from shipments where organization_id = ${organizationId}`.execute(owner.db);
    const size = counted[0]?.total ?? 0;
    expect(size).toBeGreaterThan(13_500);
    expect(await pageAt(1)).toMatchObject({ total: 10_000, rows: { length: 100 } });
    expect((await pageAt(Math.ceil(size / 100))).rows).toHaveLength(size % 100 || 100);
    expect((await pageAt(Math.ceil(size / 100) + 1)).rows).toEqual([]);
    expect((await pageAt(1_000_000)).rows).toEqual([]);
  });

  test('a search reads one part of sixteen', async () => {
    const tables = (await scansOf({ search: '0000130000' })).map(({ table }) => table);
    expect(new Set(tables.filter((table) => table.startsWith('shipment_search')))).toHaveProperty('size', 1);
  });
});

describe('a search', () => {
  const totalOf = async (search: string) => {
    const { total } = await findShipments(owner.db, organizationId, listShipments.input.parse({ search }));
    return total;
  };
  const containing = async (text: string) => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from shipments
      where organization_id = ${organizationId}
        and lower(shipment_number || '|' || coalesce(awb_number, '') || '|' || order_reference_number || '|'
          || coalesce(channel_order_id, '') || '|' || (drop_to ->> 'name') || '|' || (drop_to ->> 'phone'))
          like ${`%${text.toLowerCase()}%`}`.execute(owner.db);
    return Math.min(rows[0]?.total ?? 0, 1_000);
  };

  test.each(['Sharma', 'sHaRm', 'a Sen', '1316', '0000130000', 'ORD-1001', '-1', '7', 'zz', 'S26', '99', 'nobody'])(
    'for %s finds what contains it, by whichever way it is found',
    async (text) => expect(await totalOf(text)).toBe(await containing(text)),
  );
});
