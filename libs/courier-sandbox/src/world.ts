import type { SandboxConsignment, SandboxScan } from './consignment.ts';
import type { Dialect, ScanWish, World } from './dialect.ts';
import { dialects } from './dialects.ts';
import { createRandom } from './random.ts';
import type { Store } from './store.ts';

export type WorldOptions = {
  store: Store;
  seed: number;
  onScan: (consignment: SandboxConsignment, scan: SandboxScan) => void;
};

/** Makes the world that dialects act in: every change of a consignment goes through here, is kept, pushed and planned on. */
export const createWorld = ({ store, seed, onScan }: WorldOptions) => {
  const scan = (consignment: SandboxConsignment, wish: ScanWish): SandboxScan => {
    const dialect = dialects[consignment.courier];
    if (dialect === undefined) throw new TypeError(`no dialect for ${consignment.courier}`);
    const added: SandboxScan = {
      status: wish.status,
      ...dialect.scanCode(consignment, wish),
      at: (wish.at ?? new Date()).toISOString(),
      location: wish.location ?? defaultLocation(consignment, wish),
      ...(wish.ndrReason === undefined ? {} : { ndrReason: wish.ndrReason }),
      ...(wish.qc === undefined ? {} : { qc: wish.qc }),
    };
    consignment.scans.push(added);
    if (wish.status === 'CANCELLED') consignment.cancelled = true;
    if (wish.qc !== undefined) consignment.qc = { items: consignment.qc?.items ?? [], result: wish.qc };
    store.save(consignment);
    onScan(consignment, added);
    return added;
  };

  const of = ({ courier }: Dialect): World => ({
    store,
    nextNumber: (digits) => {
      const kept = store.note(courier, 'start/sequence');
      const start = typeof kept === 'number' ? kept : Math.floor(createRandom(seed)() * 1_000_000_000);
      if (start !== kept) store.keepNote(courier, 'start/sequence', start);
      return String((start + store.next(courier)) % 10 ** digits).padStart(digits, '0');
    },
    now: () => new Date(),
    scan,
    book: (fields) => {
      const consignment: SandboxConsignment = {
        ...fields,
        courier,
        scans: [],
        cancelled: false,
        ndrActions: [],
        bookedAt: new Date().toISOString(),
      };
      scan(consignment, { status: 'LABEL_GENERATED' });
      return consignment;
    },
    recordNdr: (consignment, action, fields) => {
      consignment.ndrActions.push({ action, at: new Date().toISOString(), fields });
      store.save(consignment);
    },
  });

  return { of, scan };
};

const farStatuses: readonly string[] = ['OUT_FOR_DELIVERY', 'DELIVERED', 'DELIVERY_FAILED'];

const defaultLocation = ({ pickup, drop }: SandboxConsignment, { status }: ScanWish): string =>
  farStatuses.includes(status) ? drop.city : pickup.city;
