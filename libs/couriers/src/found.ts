import type { Booking, FoundConsignment } from './courier.ts';
import type { TrackedConsignment } from './scan.ts';

/** A consignment that tracking knows, as `findByReference` answers it; its label and sort code are told at booking only. */
export const foundOf = (tracking: TrackedConsignment): FoundConsignment => ({
  ...bookingOf(tracking.awb),
  expectedDeliveryDate: tracking.expectedDeliveryDate,
  isCancelled: tracking.scans.at(-1)?.status === 'CANCELLED',
  tracking,
});

/** A consignment that a repeated booking made or met a moment ago: nothing has been scanned that would matter. */
export const foundAtBooking = (booking: Booking, reference: string): FoundConsignment => ({
  ...booking,
  isCancelled: false,
  tracking: {
    awb: booking.awb,
    reference,
    scans: [],
    expectedDeliveryDate: booking.expectedDeliveryDate,
    reweigh: null,
  },
});

/** A booking of which only the number is known. */
export const bookingOf = (awb: string, more: Partial<Booking> = {}): Booking => ({
  awb,
  packageAwbs: [],
  courierOrderId: null,
  sortCode: null,
  label: null,
  expectedDeliveryDate: null,
  raw: null,
  ...more,
});
