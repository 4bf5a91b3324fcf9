import type { TrackingEvent } from '@freight/contracts';
import type { TrackingEventRow } from '../tables.ts';

export const toTrackingEvent = (row: TrackingEventRow): TrackingEvent => ({
  id: row.id,
  status: row.status,
  description: row.description,
  location: row.location,
  eventTime: row.event_time.toISOString(),
  receivedAt: row.received_at.toISOString(),
  raw_status: row.raw_status,
  raw_status_code: row.raw_status_code,
});
