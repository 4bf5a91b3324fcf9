import { listStuckBookings, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { listUnsettledAttempts } from './attempt.store.ts';

export const listStuckBookingsHandler = implement(listStuckBookings, async ({ db }: Deps, _context, input) => {
  const { rows, total } = await listUnsettledAttempts(db, input);
  return toPage(
    rows.map((attempt) => ({
      attemptId: attempt.id,
      shipmentId: attempt.shipment_id,
      organizationId: attempt.organization_id,
      carrierId: attempt.carrier_id,
      step: attempt.step,
      recoveryTries: attempt.recovery_tries,
      lastError: attempt.last_error,
      startedAt: attempt.started_at.toISOString(),
    })),
    total,
    input,
  );
});
