import type { Reservation } from '@freight/contracts';
import type { ReservationRow } from './reservation.store.ts';

export const toReservation = (row: ReservationRow): Reservation => ({
  reservationId: row.id,
  status: row.status,
  amountPaise: row.total_paise,
});
