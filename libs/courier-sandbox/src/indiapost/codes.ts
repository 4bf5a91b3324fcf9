import type { ShipmentStatus } from '@freight/contracts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

/** Text events; what has none is not seen in tracking. */
const events: Partial<Record<ShipmentStatus, string>> = {
  PICKED_UP: 'Item Book',
  IN_TRANSIT: 'Bag Dispatch',
  OUT_FOR_DELIVERY: 'Out for Delivery',
  DELIVERED: 'Delivered(Addressee)',
  DELIVERY_FAILED: 'Onhold',
  RTO_INITIATED: 'Returned to Sender',
  // The way back has the events of the way out.
  RTO_IN_TRANSIT: 'Bag Dispatch',
  RTO_DELIVERED: 'Delivered(Sender)',
};

export const scanCode = (
  _consignment: SandboxConsignment,
  { status }: ScanWish,
): Pick<SandboxScan, 'code' | 'wire'> => ({ code: events[status] ?? '', wire: {} });
