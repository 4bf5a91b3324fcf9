import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bookShipment,
  createShipment,
  createWebhook,
  getShipment,
  getShipmentDecision,
  getWallet,
  listStuckBookings,
  listWalletTransactions,
  verifyLedger,
} from '@freight/contracts';
import { freePort } from '@freight/local-stack';
import { eventually } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientsOf, delhiToMumbai, paise } from './clients.fixture.ts';
import { type Installation, npmStart } from './installation.fixture.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

/** The lines of booking after which something outside the process has changed (services/shipments/src/crash-point.ts). */
const crashPoints = [
  'booking.opened',
  'booking.reserved',
  'booking.marked-sent',
  'booking.courier-answered',
  'booking.committed',
  'booking.posted',
] as const;

const openingBalance = 10_000;
/** An abandoned attempt is taken over 15 s + three times the courier's time limit after it began. */
const settleTimeoutMs = 60_000;

/** A restart takes one or two seconds of a core, of which other tests may have both. */
const restartTimeoutMs = 30_000;

let dataDirectory: string;
let crashFile: string;
let installation: Installation;
let receiver: Receiver;
const { send, sandbox } = clientsOf(() => installation);

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'freight-crash-'));
  crashFile = join(dataDirectory, 'crash-at');
  const environment = {
    DATA_DIR: dataDirectory,
    PORT: String(await freePort()),
    CRASH_FILE: crashFile,
    COURIER_TIMEOUT_MS: '1000',
    BOOKING_SETTLE_AFTER_MS: '2000',
    BOOKING_RECOVERY_EVERY_MS: '200',
    // The gateway still waits for the answers of the dead: it would use all of its grace.
    SHUTDOWN_GRACE_MS: '1000',
  };
  [installation, receiver] = await Promise.all([npmStart(environment), startReceiver()]);
  const { secret } = await send(createWebhook, { name: 'Crash', url: receiver.url });
  receiver.trust(secret);
});

afterAll(async () => {
  await installation?.end();
  await receiver?.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/**
 * Books while the shipments process dies at the point; what the merchant hears then is no matter of this test. The recovery of
 * an earlier booking passes some of the points too and may be what dies there; then this booking is sent into a crash again.
 */
const bookIntoCrash = async (point: string): Promise<string> => {
  const { shipment } = await send(createShipment, delhiToMumbai(point));
  const { id } = shipment;
  for (let crashes = 0; crashes < maxCrashes; crashes += 1) {
    await crashWhileBooking(point, id);
    const { attempts } = await send(getShipmentDecision, { id });
    if (attempts.length > 0) return id;
  }
  throw new Error(`no booking of ${id} got as far as ${point} in ${maxCrashes} crashes`);
};

const maxCrashes = 4;

const crashWhileBooking = async (point: string, id: string): Promise<void> => {
  const { shipments: before } = await installation.pids();
  await writeFile(crashFile, point);
  send(bookShipment, { id }).catch(() => undefined);
  await eventually(async () => {
    const { shipments: now } = await installation.pids();
    expect(now).toBeDefined();
    expect(now).not.toBe(before);
    await send(getShipment, { id });
  }, restartTimeoutMs);
};

/** Recovery has driven the one attempt to booked or released. */
const settled = (id: string) =>
  eventually(async () => {
    const { attempts } = await send(getShipmentDecision, { id });
    expect(attempts.map(({ settledAt }) => settledAt)).toEqual([expect.any(String)]);
  }, settleTimeoutMs);

/** As a merchant's own retry does it: what was released is a draft again, and is booked again. */
const bookReleased = async (id: string) => {
  if ((await send(getShipment, { id })).status === 'CREATED') await send(bookShipment, { id });
  const { awbNumber, totalCharge } = await send(getShipment, { id });
  if (awbNumber === null) throw new Error(`${id} is settled, and neither booked nor a draft`);
  return { awb: awbNumber, charge: paise(totalCharge ?? 0) };
};

test(
  'wherever the shipments process dies in a booking, there is one consignment, one debit and one event',
  async () => {
    const ids: string[] = [];
    for (const point of crashPoints) ids.push(await bookIntoCrash(point));
    await Promise.all(ids.map(settled));
    const booked = await Promise.all(ids.map(bookReleased));
    const awbs = booked.map(({ awb }) => awb);

    const consignments = await Promise.all(crashPoints.map(sandbox.consignments));
    expect(consignments).toEqual(awbs.map((awb) => [{ awb, cancelled: false }]));

    const charges = booked.reduce((sum, { charge }) => sum + charge, 0);
    await eventually(async () => {
      const { balance, heldAmount } = await send(getWallet, {});
      expect([paise(balance), heldAmount]).toEqual([paise(openingBalance) - charges, 0]);
    });
    const { data: debits } = await send(listWalletTransactions, { category: 'orders', limit: 100 });
    expect(debits.map(({ awbNumber }) => awbNumber ?? '').toSorted()).toEqual(awbs.toSorted());

    const announced = () =>
      receiver.verified
        .filter(({ event }) => event === 'shipment.label_generated')
        .map(({ reference }) => reference)
        .toSorted();
    await eventually(() => expect(announced()).toEqual(crashPoints.toSorted()));

    expect((await send(listStuckBookings, {})).data).toEqual([]);
    expect(await send(verifyLedger, {})).toMatchObject({ isSound: true });
  },
  settleTimeoutMs + 120_000,
);
