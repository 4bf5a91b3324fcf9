import type { Candidate } from '@freight/contracts';
import { sql } from 'kysely';
import type { AttemptRow } from '../tables.ts';

export const attemptColumns = [
  'organization_id',
  'id',
  'booking_id',
  'shipment_id',
  'attempt_number',
  'carrier_id',
  'reference',
  'candidate',
  'step',
  'sent_at',
  'awb_number',
  'last_error',
  'lease_until',
  'recovery_tries',
  'watch_until',
  'started_at',
  'settled_at',
] as const satisfies readonly (keyof AttemptRow)[];

export type NewAttempt = {
  id: string;
  attemptNumber: number;
  candidate: Candidate;
  reference: string;
  leaseMs: number;
};

/** Writes a new attempt of the booking that an earlier part of the statement calls `opened`, and gives it back. */
export const insertedAttempt = ({ id, attemptNumber, candidate, reference, leaseMs }: NewAttempt) => sql`
  insert into booking_attempts (
    organization_id, id, booking_id, shipment_id, attempt_number, carrier_id, reference, candidate, step, lease_until
  )
  select
    organization_id, ${id}, id, shipment_id, ${attemptNumber}, ${candidate.carrierId}, ${reference},
    ${JSON.stringify(candidate)}::jsonb, 'RESERVING', now() + ${leaseMs} * interval '1 millisecond'
  from opened
  returning ${sql.join(attemptColumns.map((column) => sql.ref(column)))}`;
