// Each filter of GET /shipments at size: statements as the service runs them, for the largest, a middle and the smallest of 200
// organizations, and what the indexes add to a create.
// node services/shipments/src/bench/lists.ts [--shipments 2000000] [--rounds 200] [--database postgres://owner@host/seeded]
import { parseArgs } from 'node:util';
import { listShipments } from '@freight/contracts';
import type { ShipmentFilter } from '../lists/shipment-filter.ts';
import { findShipments } from '../lists/shipment-list.store.ts';
import { createDrafts } from './setting/create-drafts.ts';
import { percentile } from './setting/percentile.ts';
import { seededOrganization } from './setting/seed-shipments.ts';
import { organizationCount, seededDatabase } from './setting/seeded-database.ts';

const { values } = parseArgs({
  options: {
    shipments: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '200' },
    database: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const shipments = Number(values.shipments);

const database = await seededDatabase({ shipments, url: values.database });
const { db } = database.owner;

/** Different from round to round, so that nothing is measured that was just read. */
const drawn = (max: number): number => Math.floor(Math.random() * max);
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const statuses = ['CREATED', 'PICKUP_FAILED', 'IN_TRANSIT', 'DELIVERED', 'LOST', 'CANCELLED'] as const;
const groups = ['pickups', 'inTransit', 'deliveryFailed', 'delivered', 'rto'] as const;
const names = ['sharma', 'kaur', 'meera', 'Zoya Sen', 'Krishna Iyer', 'aarav verma'] as const;
const oneOf = <T>(list: readonly T[]): T | undefined => list[drawn(list.length)];

const filters: Record<string, () => Partial<ShipmentFilter>> = {
  'no filter': () => ({}),
  status: () => ({ status: oneOf(statuses) }),
  statusGroup: () => ({ statusGroup: oneOf(groups) }),
  paymentMode: () => ({ paymentMode: oneOf(['COD', 'PREPAID'] as const) }),
  'carrier (rate code)': () => ({ carrier: oneOf(['delhivery-air', 'indiapost-surface', 'ekart-surface']) }),
  'carrier (brand)': () => ({ carrier: oneOf(['DELHIVERY', 'DTDC', 'XPRESSBEES']) }),
  'from and to': () => ({ from: day(40 + drawn(300)), to: day(drawn(40)) }),
  awb: () => ({ awb: String(13_160_000_000_000 + drawn(shipments) * 13) }),
  orderId: () => ({ orderId: `ORD-${100_000 + drawn(shipments)}` }),
  'hasAwb yes': () => ({ hasAwb: 'yes' }),
  'hasAwb no': () => ({ hasAwb: 'no' }),
  'unprocessed yes': () => ({ unprocessed: 'yes' }),
  'search name': () => ({ search: oneOf(names) }),
  'search phone, part': () => ({ search: String(100_000 + drawn(900_000)) }),
  'search AWB, part': () => ({ search: String(13_160_000_000_000 + drawn(shipments) * 13).slice(4, 12) }),
  'search order, whole': () => ({ search: `ORD-${100_000 + drawn(shipments)}` }),
  'search 3 digits': () => ({ search: String(100 + drawn(900)) }),
  'search 2 letters': () => ({ search: oneOf(['zz', 'sh', 'qx', '17', 'or']) }),
  'search nothing has': () => ({ search: `nobody${drawn(1_000)}` }),
  'search and status': () => ({ search: oneOf(names), status: oneOf(statuses) }),
  'page 500 of 20': () => ({ page: 500 }),
  'page 5,000 of 20': () => ({ page: 5_000 }),
};

const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(14))).join(''));

const middle = organizationCount / 2;
const columns = [0, middle, organizationCount - 1].map(seededOrganization);
const { rows: sizes } = await database.owner.pool.query<{ organization_id: string; count: number }>(
  'select organization_id, count(*) from shipments where organization_id = any($1) group by 1 order by 2 desc',
  [columns],
);
line(['ms, p50 / p99', ...sizes.map(({ count }) => `of ${count}`)]);
for (const [name, filterOf] of Object.entries(filters)) {
  const cells: string[] = [];
  for (const { organization_id: organizationId } of sizes) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const filter = listShipments.input.parse(filterOf());
      const startedAt = performance.now();
      await findShipments(db, organizationId, filter);
      times.push(performance.now() - startedAt);
    }
    cells.push(`${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`);
  }
  line([name, ...cells]);
}

const withIndexes = await createDrafts(db, rounds * 10);
await database.dropListIndexes();
const without = await createDrafts(db, rounds * 10);
line(['create a draft', `${withIndexes.p50.toFixed(2)} / ${withIndexes.p99.toFixed(2)}`]);
line(['  without the lists', `${without.p50.toFixed(2)} / ${without.p99.toFixed(2)}`]);
await database.stop();
