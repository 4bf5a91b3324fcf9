import type { Kysely } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Skipped } from '../document.tables.ts';

/** Which of the shipments have an AWB and so their documents, in the order asked for and each once, and why the others have none. */
export const sortOut = async (
  db: Kysely<Tables>,
  organizationId: string,
  shipmentIds: readonly string[],
): Promise<{ wanted: string[]; skipped: Skipped[] }> => {
  const ids = [...new Set(shipmentIds)];
  const rows = await db
    .selectFrom('shipments')
    .select(['id', 'awb_number'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  const awbs = new Map(rows.map(({ id, awb_number: awb }) => [id, awb]));
  return {
    wanted: ids.filter((id) => typeof awbs.get(id) === 'string'),
    skipped: ids.flatMap((shipmentId): Skipped[] => {
      const awb = awbs.get(shipmentId);
      if (typeof awb === 'string') return [];
      return [{ shipmentId, reason: awb === null ? 'NOT_BOOKED' : 'NOT_FOUND' }];
    }),
  };
};
