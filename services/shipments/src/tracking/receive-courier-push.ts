import { courierCodes, FreightError, receiveCourierPush } from '@freight/contracts';
import { findAdapter, type PushParsed } from '@freight/couriers';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { insertPush } from './tracking.store.ts';

/** Stores a push and answers; applying it is a loop's work, since a courier that waits sends it again. */
export const receiveCourierPushHandler = implement(
  receiveCourierPush,
  async (deps: Deps, _context, { courier: name, headers, bodyBase64 }) => {
    const courier = courierCodes.find((code) => code === name);
    const adapter = courier === undefined ? undefined : findAdapter(courier);
    if (courier === undefined || adapter === undefined || adapter.capabilities.push === null) {
      throw new FreightError('NOT_FOUND', { message: 'No such courier push' });
    }
    const body = Buffer.from(bodyBase64, 'base64');
    const readings = deps.accounts
      .ofCourier(courier)
      .map((account) => adapter.parsePush({ headers, rawBody: body }, account));
    const reading = readings.find((one) => one.kind !== 'unauthenticated') ?? unauthenticated;
    switch (reading.kind) {
      case 'unauthenticated':
        return { status: 401, body: { success: false, message: 'Unknown push token' } };
      case 'unreadable':
        await insertPush(deps.db, { courier, body, deadBecause: reading.message });
        return { status: 200, body: { success: true, message: 'Kept, but not readable' } };
      case 'parsed':
        await insertPush(deps.db, { courier, body });
        deps.wake.courierPushes();
        return { status: 200, body: { success: true } };
    }
  },
);

const unauthenticated: PushParsed = { kind: 'unauthenticated' };
