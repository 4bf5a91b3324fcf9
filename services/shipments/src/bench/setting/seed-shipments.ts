import { carriers } from '@freight/contracts';
import type { Database } from '@freight/database';
import type { Tables } from '../../tables.ts';

export type SeedOptions = { shipments: number; organizations: number };

/** An organization of the seeded data; 0 is the largest. */
export const seededOrganization = (number: number): string => `org_bench${String(number).padStart(4, '0')}`;

/**
 * Fills an empty, migrated schema with shipments of one year: the first of 200 organizations has 7 % of them, the last 0.25 %. Indexes
 * are made afterwards, all in one pass each. Needs the owner of the tables; the same options make the same rows.
 *
 * @example await seedShipments(pool, { shipments: 2_000_000, organizations: 200 });
 */
export const seedShipments = async (
  pool: Database<Tables>['pool'],
  { shipments, organizations }: SeedOptions,
): Promise<void> => {
  const client = await pool.connect();
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as definition
     from pg_index as index
     where index.indrelid in ('shipments'::regclass, 'shipment_search'::regclass)
       and not exists (select from pg_constraint where conindid = index.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query('alter table shipments disable trigger user');
  await client.query('select setseed(0.42)');
  await client.query(insertShipments, [shipments, organizations, carriers.map(({ carrierId }) => carrierId)]);
  await client.query(
    `insert into shipment_search (organization_id, shipment_id, created_at, search_text)
     select organization_id, id, created_at, search_text_of(shipments) from shipments order by created_at`,
  );
  await client.query('alter table shipments enable trigger user');
  await client.query("set maintenance_work_mem = '1GB'");
  // Of a table in parts the definition speaks of the whole only.
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await client.query('vacuum (analyze) shipments');
  await client.query('vacuum (analyze) shipment_search');
  client.release();
};

/** Seven in ten are delivered, one in twelve is a draft; nearly half are cash on delivery. */
const insertShipments = `
  insert into shipments (
    organization_id, id, shipment_number, shipment_type, payment_mode, status, created_by_operation, order_reference_number,
    channel_order_id, invoice_value_paise, cod_amount_paise, pickup, drop_to, packages, total_weight_grams, courier, carrier_id,
    awb_number, created_at, updated_at
  )
  select
    'org_bench' || lpad(floor($2 * power(of_organization, 2))::int::text, 4, '0'),
    'shp_' || lpad(number::text, 26, '0'),
    'S' || to_char(made_at, 'YYMMDD') || '-' || upper(lpad(to_hex((number::bigint * 2654435761) % 4294967296), 8, '0')),
    'FORWARD',
    case when of_payment < 0.45 then 'COD' else 'PREPAID' end,
    status,
    'op_' || number,
    'ORD-' || (100000 + number),
    case when number % 3 = 0 then (4500000000000 + number * 7)::text end,
    99900,
    case when of_payment < 0.45 then 99900 else 0 end,
    jsonb_build_object('name', 'Warehouse', 'phone', '9810000001', 'address', '12 Industrial Area', 'city', 'Delhi', 'state', 'Delhi', 'pincode', '110020'),
    jsonb_build_object(
      'name', (array['Aarav','Vivaan','Aditya','Vihaan','Arjun','Sai','Reyansh','Ayaan','Krishna','Ishaan','Ananya','Diya','Pari','Anika','Navya','Kavya','Meera','Riya','Sara','Zoya'])[1 + (number * 7) % 20]
        || ' ' || (array['Sharma','Verma','Gupta','Iyer','Nair','Reddy','Rao','Patel','Shah','Mehta','Khan','Singh','Kaur','Das','Bose','Sen','Joshi','Kulkarni','Desai','Pillai'])[1 + (number / 20) % 20],
      'phone', (6000000000 + floor(of_phone * 4000000000))::bigint::text,
      'address', number || ' MG Road', 'city', 'Mumbai', 'state', 'Maharashtra', 'pincode', '400020'),
    '[{"id": "pkg_1", "weightGrams": 450, "lengthCm": 20, "breadthCm": 10, "heightCm": 10, "items": [{"id": "itm_1", "name": "Cotton kurta", "quantity": 1, "unitPrice": 999, "sku": "KURTA-1"}]}]',
    450,
    case when has_awb then split_part(carrier, '-', 1) end,
    case when has_awb then carrier end,
    case when has_awb then (13160000000000 + number * 13)::text end,
    made_at,
    made_at
  from (
    select
      number, random() as of_organization, random() as of_payment, random() as of_phone,
      now() - interval '365 days' * (1 - number::float8 / $1) as made_at,
      ($3::text[])[1 + floor(power(random(), 1.5) * cardinality($3::text[]))::int] as carrier,
      (array['CREATED','CREATED','CREATED','CANCELLED','LABEL_GENERATED','PICKUP_SCHEDULED','PICKUP_FAILED','PICKED_UP','IN_TRANSIT','OUT_FOR_DELIVERY','DELIVERY_FAILED','RTO_INITIATED','RTO_DELIVERED','LOST'])
        [floor(random() * 45)::int + 1] as undelivered
    from generate_series(1, $1::int) as number
  ) as drawn
  cross join lateral (select coalesce(undelivered, 'DELIVERED') as status) as known
  cross join lateral (select status not in ('CREATED', 'CANCELLED') as has_awb) as booked
`;
