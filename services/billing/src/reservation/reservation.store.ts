import { newId, type Price, type Reservation } from '@freight/contracts';
import { type Db, isUniqueViolation } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type ReservationRow = { id: string; status: Reservation['status']; total_paise: number };

export type Hold = {
  attemptId: string;
  price: Price;
  shipmentId: string;
  orderReferenceNumber: string;
  /** The statement's line when it is debited. */
  description: string;
  reason: Record<string, unknown>;
};

export const findReservation = (
  db: Db<Tables>,
  organizationId: string,
  attemptId: string,
): Promise<ReservationRow | undefined> =>
  db
    .selectFrom('reservations')
    .select(['id', 'status', 'total_paise'])
    .where('organization_id', '=', organizationId)
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();

/**
 * Holds the price and writes the reservation; undefined, with nothing written, when the attempt is known already, the wallet does
 * not cover it, or there is no active wallet.
 */
export const insertHold = async (
  db: Db<Tables>,
  organizationId: string,
  { attemptId, price, shipmentId, orderReferenceNumber, description, reason }: Hold,
): Promise<ReservationRow | undefined> => {
  const reasonJson = JSON.stringify(reason);
  const statement = sql<ReservationRow>`
    with held as (
      select book(
        organization_id => wallets.organization_id, journal_id => ${newId('journal')}, fact => ${`reserve:${attemptId}`},
        kind => 'RESERVE', reference_type => 'SHIPMENT', reference_id => ${shipmentId}, awb_number => null,
        order_reference_number => ${orderReferenceNumber}, description => ${`Hold: ${description}`},
        reason => ${reasonJson}::jsonb,
        lines => array[row('wallet', 0, ${price.totalPaise}, null)::ledger_line],
        within_limit => true
      ) as is_held
      from wallets
      where wallets.organization_id = ${organizationId} and wallets.is_active
        and not exists (select from reservations where organization_id = ${organizationId} and attempt_id = ${attemptId})
    )
    insert into reservations (organization_id, attempt_id, id, status, freight_paise, cod_paise, vas_paise, gst_paise,
      total_paise, shipment_id, order_reference_number, description, reason)
    select ${organizationId}, ${attemptId}, ${newId('reservation')}, 'HELD', ${price.freightPaise}, ${price.codPaise},
      ${price.vasPaise}, ${price.gstPaise}, ${price.totalPaise}, ${shipmentId}, ${orderReferenceNumber}, ${description},
      ${reasonJson}::jsonb
    from held where held.is_held
    returning id, status, total_paise`;
  try {
    const { rows } = await statement.execute(db);
    return rows[0];
  } catch (error) {
    // Another run of the same attempt, or its release, came between our look and our write; its row says what holds.
    if (isUniqueViolation(error, 'journals_fact_once') || isUniqueViolation(error, 'reservations_pkey'))
      return undefined;
    throw error;
  }
};

/** HELD → POSTED with the debit; undefined when there is no HELD reservation of that attempt. */
export const postHold = async (
  db: Db<Tables>,
  organizationId: string,
  { attemptId, awbNumber }: { attemptId: string; awbNumber: string },
): Promise<ReservationRow | undefined> => {
  const { rows } = await sql<ReservationRow>`
    with settled as (
      update reservations set status = 'POSTED', awb_number = ${awbNumber}, posted_at = now()
      where organization_id = ${organizationId} and attempt_id = ${attemptId} and status = 'HELD'
      returning *
    ), booked as (
      select book(
        organization_id => organization_id, journal_id => ${newId('journal')}, fact => 'post:' || attempt_id, kind => 'POST',
        reference_type => 'SHIPMENT', reference_id => shipment_id, awb_number => awb_number,
        order_reference_number => order_reference_number, description => description, reason => reason,
        lines => array[
          row('wallet', -total_paise, -total_paise, case when total_paise > 0 then 'FREIGHT' end),
          row('freight_revenue', freight_paise, 0, null),
          row('cod_revenue', cod_paise, 0, null),
          row('vas_revenue', vas_paise, 0, null),
          row('gst_payable', gst_paise, 0, null)
        ]::ledger_line[]
      ) as is_booked
      from settled
    )
    select settled.id, settled.status, settled.total_paise from settled, booked where booked.is_booked`.execute(db);
  return rows[0];
};

/**
 * HELD → RELEASED with the hold given back, or RELEASED at once for an attempt that never reserved: its late reserve then meets
 * this row. Undefined when the attempt is settled already.
 */
export const releaseHold = async (
  db: Db<Tables>,
  organizationId: string,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<ReservationRow | undefined> => {
  // One upsert, so that a reserve on its way lands either before it (and is released) or after it (and fails).
  const { rows } = await sql<ReservationRow>`
    with settled as (
      insert into reservations (organization_id, attempt_id, id, status, settlement_reason, released_at)
      values (${organizationId}, ${attemptId}, ${newId('reservation')}, 'RELEASED', ${reason}, now())
      on conflict (organization_id, attempt_id) do update set
        status = 'RELEASED', settlement_reason = excluded.settlement_reason, released_at = now()
      where reservations.status = 'HELD'
      returning *
    ), booked as (${bookRelease(reason)} where shipment_id is not null)
    select settled.id, settled.status, settled.total_paise from settled left join booked on true`.execute(db);
  return rows[0];
};

/** HELD or POSTED → REFUNDED: the hold is given back, or the debit reversed. Undefined when there is neither. */
export const refundReservationRow = async (
  db: Db<Tables>,
  organizationId: string,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<ReservationRow | undefined> => {
  const { rows } = await sql<ReservationRow>`
    with settled as (
      update reservations set status = 'REFUNDED', settlement_reason = ${reason}, refunded_at = now()
      where organization_id = ${organizationId} and attempt_id = ${attemptId} and status in ('HELD', 'POSTED')
      returning *
    ), booked as (
      ${bookRelease(reason)} where posted_at is null
      union all
      select book(
        organization_id => organization_id, journal_id => ${newId('journal')}, fact => 'refund:' || attempt_id,
        kind => 'REFUND', reference_type => 'SHIPMENT', reference_id => shipment_id, awb_number => awb_number,
        order_reference_number => order_reference_number,
        description => 'Refund of ' || order_reference_number || ': ' || ${reason},
        reason => reason || jsonb_build_object('refund', ${reason}::text),
        lines => array[
          row('wallet', total_paise, 0, case when total_paise > 0 then 'REFUND' end),
          row('freight_revenue', -freight_paise, 0, null),
          row('cod_revenue', -cod_paise, 0, null),
          row('vas_revenue', -vas_paise, 0, null),
          row('gst_payable', -gst_paise, 0, null)
        ]::ledger_line[]
      )
      from settled where posted_at is not null
    )
    select settled.id, settled.status, settled.total_paise from settled, booked`.execute(db);
  return rows[0];
};

const bookRelease = (reason: string) => sql`
  select book(
    organization_id => organization_id, journal_id => ${newId('journal')}, fact => 'release:' || attempt_id,
    kind => 'RELEASE', reference_type => 'SHIPMENT', reference_id => shipment_id, awb_number => null,
    order_reference_number => order_reference_number, description => 'Hold given back: ' || ${reason},
    reason => reason || jsonb_build_object('release', ${reason}::text),
    lines => array[row('wallet', 0, -total_paise, null)::ledger_line]
  ) as is_booked
  from settled`;
