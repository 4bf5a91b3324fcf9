import { consumeInbox, pruneMessages, type Runtime } from '@freight/runtime';
import { applyShipmentEvent, shipmentSubjects } from './apply-shipment-event.ts';
import type { BillingConfig } from './config.ts';
import { billingImplementations } from './operations.ts';
import type { Tables } from './tables.ts';
import { settleOverdueDiscrepancies } from './weights/settle-overdue-discrepancies.ts';

const pruneEveryMs = 3_600_000;

export const startBilling = async ({
  config,
  db,
  bus,
  log,
  locks,
  serve,
  loop,
  onStop,
}: Runtime<BillingConfig, Tables>): Promise<void> => {
  serve(billingImplementations, { db, bus, config });
  const inbox = consumeInbox({
    db,
    bus,
    log,
    locks,
    service: 'billing',
    sources: ['shipments'],
    subjects: shipmentSubjects,
    handle: applyShipmentEvent,
  });
  onStop(inbox.stop);
  loop({
    name: 'settle-overdue-discrepancies',
    everyMs: config.WEIGHT_DEADLINE_CHECK_MS,
    run: () => settleOverdueDiscrepancies(db),
    lock: true,
  });
  loop({ name: 'prune-messages', everyMs: pruneEveryMs, run: () => pruneMessages(db), lock: true });
};
