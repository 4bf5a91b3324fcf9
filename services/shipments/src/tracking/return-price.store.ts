import { type Kysely, sql } from 'kysely';
import type { ShipmentRow, Tables } from '../tables.ts';

/** What a return of this shipment costs by the price it was booked with, in paise; null for a draft. */
export const findReturnPrice = async (
  db: Kysely<Tables>,
  { organization_id: organizationId, attempt_id: attemptId }: ShipmentRow,
): Promise<number | null> => {
  if (attemptId === null) return null;
  const { rows } = await sql<{ rto_paise: number }>`
    select (candidate -> 'price' ->> 'rtoPaise')::bigint as rto_paise from booking_attempts
    where organization_id = ${organizationId} and id = ${attemptId}`.execute(db);
  return rows[0]?.rto_paise ?? null;
};
