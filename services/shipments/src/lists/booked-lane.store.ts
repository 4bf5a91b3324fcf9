import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** The shipments whose booking was settled last, newest first, each with the candidate that won; cancelled ones included. */
export const listBookedRows = (db: Kysely<Tables>, organizationId: string, limit: number) =>
  db
    .selectFrom('booking_attempts as attempt')
    .innerJoin('shipments', (join) =>
      join
        .onRef('shipments.organization_id', '=', 'attempt.organization_id')
        .onRef('shipments.id', '=', 'attempt.shipment_id'),
    )
    .where('attempt.organization_id', '=', organizationId)
    .where('attempt.step', '=', 'BOOKED')
    .select([
      'shipments.id',
      'shipments.order_reference_number',
      'shipments.pickup',
      'shipments.drop_to',
      'shipments.payment_mode',
      'shipments.shipment_type',
      'shipments.is_qc_required',
      'shipments.invoice_value_paise',
      'shipments.cod_amount_paise',
      'shipments.packages',
      'shipments.vas_service_ids',
      'shipments.is_insured',
      'shipments.is_otp_delivery',
      'attempt.candidate',
    ])
    // Ids grow with time, so the newest attempts of an organization are the end of its primary key.
    .orderBy('attempt.id', 'desc')
    .limit(limit)
    .execute();
