import { shipmentListLimits } from '@freight/contracts';
import { expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { type ShipmentRow, shipmentColumns, type Tables } from '../tables.ts';
import { allConditions, type ShipmentFilter } from './shipment-filter.ts';

const { searchTotal: maxTotal, shortSearch: maxTextsRead } = shipmentListLimits;

/** Texts of the newest shipments that are read to see how common what is searched for is. */
const sampleSize = 2_000;
/** Below this share the trigram index finds it faster than reading texts from the newest on. */
const rareShare = 0.05;

/**
 * A page of what contains a text, newest first. What is common is found by reading from the newest on, and soon; what is rare by its
 * trigrams, which takes as long as there are hits. Which of the two it is, the newest shipments tell: PostgreSQL's own guess does
 * not know the text, because the statement is prepared.
 */
export const searchShipments = async (
  db: Kysely<Tables>,
  organizationId: string,
  filter: ShipmentFilter,
  text: string,
): Promise<{ rows: ShipmentRow[]; total: number }> => {
  // Between two fields stands U+001F.
  if (text.includes('\u001F')) return { rows: [], total: 0 };
  const isLookedUp = hasTrigram.test(text) && (await isRareIn(db, organizationId, text));
  const hits = isLookedUp ? lookedUp(organizationId, text) : readFromNewest(organizationId, text);
  const matching = sql`
    select shipment_id, created_at from ${hits} as hits ${alsoMatching(organizationId, filter)}
    ${isLookedUp ? sql`` : newestFirst}`;
  const [rows, total] = await Promise.all([findPage(db, organizationId, filter, matching), countHits(db, matching)]);
  return { rows, total };
};

/** Three letters or digits in a row: what the index can look up. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

const newestFirst = sql`order by created_at desc, shipment_id desc`;

/** Substring in any case. No index can be used for it, which keeps PostgreSQL from trying one where reading is faster. */
export const containsText = (text: string) => sql<SqlBool>`strpos(search_text, lower(${text})) > 0`;

/** The same for the trigram index; `%` and `_` in the text mean themselves. */
const isLikeText = (text: string) =>
  sql<SqlBool>`search_text like lower(${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;

const isRareIn = async (db: Kysely<Tables>, organizationId: string, text: string): Promise<boolean> => {
  const { rows } = await sql<{ seen: number; hits: number }>`
    select count(*) as seen, count(*) filter (where ${containsText(text)}) as hits
    from (
      select search_text from shipment_search where organization_id = ${organizationId} ${newestFirst} limit ${sampleSize}
    ) as newest`.execute(db);
  const [sample] = rows;
  return sample !== undefined && sample.seen === sampleSize && sample.hits < sampleSize * rareShare;
};

type Part = ReturnType<typeof sql>;

/** Kept apart from the order of the page, which would tempt PostgreSQL away from the trigrams. */
const lookedUp = (organizationId: string, text: string): Part => sql`(
  select shipment_id, created_at from shipment_search
  where organization_id = ${organizationId} and ${isLikeText(text)}
  offset 0
)`;

const readFromNewest = (organizationId: string, text: string): Part => {
  const texts = sql`
    select shipment_id, created_at, search_text from shipment_search where organization_id = ${organizationId} ${newestFirst}`;
  const read = hasTrigram.test(text) ? texts : sql`${texts} limit ${maxTextsRead}`;
  return sql`(select shipment_id, created_at from (${read}) as texts where ${containsText(text)})`;
};

const alsoMatching = (organizationId: string, filter: ShipmentFilter): Part => {
  const conditions = allConditions(expressionBuilder<Tables, 'shipments'>(), filter);
  if (conditions.length === 0) return sql``;
  return sql`where exists (
    select 1 from shipments
    where shipments.organization_id = ${organizationId} and id = shipment_id and ${sql.join(conditions, sql` and `)}
  )`;
};

const findPage = async (
  db: Kysely<Tables>,
  organizationId: string,
  { page, limit }: ShipmentFilter,
  matching: Part,
): Promise<ShipmentRow[]> => {
  const offset = Math.min((page - 1) * limit, maxTotal);
  const { rows } = await sql<ShipmentRow>`
    with page as materialized (
      select * from (${matching}) as matching ${newestFirst}
      limit ${Math.min(limit, maxTotal - offset)} offset ${offset}
    )
    select ${sql.join(shipmentColumns.map((column) => sql.ref(`shipments.${column}`)))}
    from page
    join shipments on shipments.organization_id = ${organizationId} and shipments.id = page.shipment_id
    order by page.created_at desc, page.shipment_id desc`.execute(db);
  return rows;
};

const countHits = async (db: Kysely<Tables>, matching: Part): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matching} limit ${maxTotal}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
};
