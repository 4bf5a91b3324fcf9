import { consumeInbox, pruneMessages, type Runtime } from '@freight/runtime';
import type { BillingConfig } from './config.ts';
import { billingImplementations } from './operations.ts';
import { settleFromEvents, settlingSubjects } from './reservation/settle-from-events.ts';
import type { Tables } from './tables.ts';

const pruneEveryMs = 3_600_000;

export const startBilling = async ({
  db,
  bus,
  log,
  locks,
  serve,
  loop,
  onStop,
}: Runtime<BillingConfig, Tables>): Promise<void> => {
  serve(billingImplementations, { db, bus });
  const inbox = consumeInbox({
    db,
    bus,
    log,
    locks,
    service: 'billing',
    sources: ['shipments'],
    subjects: settlingSubjects,
    handle: settleFromEvents,
  });
  onStop(inbox.stop);
  loop({ name: 'prune-messages', everyMs: pruneEveryMs, run: () => pruneMessages(db), lock: true });
};
