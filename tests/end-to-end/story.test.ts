import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bookShipment,
  calculateRates,
  cancelShipment,
  createOrganizationApiKey,
  createShipment,
  createWebhook,
  getShipment,
  getWallet,
  listOrganizations,
  listStuckBookings,
  listWalletTransactions,
  listWebhooks,
  organization,
  trackPublicly,
  trackShipment,
  verifyLedger,
  wallet,
  walletTransaction,
} from '@freight/contracts';
import { freePort } from '@freight/local-stack';
import { eventually } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientsOf, delhiToMumbai, paise } from './clients.fixture.ts';
import { freight, freightUntilStopped } from './freight.fixture.ts';
import { type Installation, npmStart, processesOf } from './installation.fixture.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

const openingBalance = 10_000;

let dataDirectory: string;
let environment: { DATA_DIR: string; PORT: string };
let installation: Installation;
let receiver: Receiver;
const { send, sandbox } = clientsOf(() => installation);

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'freight-story-'));
  environment = { DATA_DIR: dataDirectory, PORT: String(await freePort()) };
  [installation, receiver] = await Promise.all([npmStart(environment), startReceiver()]);
});

afterAll(async () => {
  await installation?.end();
  await receiver?.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const bookParcel = async (orderReferenceNumber: string, api = send) => {
  const { shipment: draft } = await api(createShipment, delhiToMumbai(orderReferenceNumber));
  expect(draft).toMatchObject({ status: 'CREATED', awbNumber: null, totalCharge: null });
  const { awbNumber: awb, shipment } = await api(bookShipment, { id: draft.id });
  expect(shipment).toMatchObject({ status: 'LABEL_GENERATED', awbNumber: awb });
  return { id: draft.id, awb, charge: shipment.totalCharge ?? 0 };
};

/** The parcel of the story, as its chapters learn of it. */
const parcel = { id: '', awb: '', charge: 0 };

describe('one parcel, from the quote to the door', () => {
  test('a merchant subscribes a receiver', async () => {
    const { secret } = await send(createWebhook, { name: 'Story', url: receiver.url });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    receiver.trust(secret);
  });

  test('the quote for Delhi to Mumbai names several carriers, the cheapest first', async () => {
    const lane = { pickupPincode: '110006', dropPincode: '400050' };
    const goods = { weightGrams: 480, paymentMode: 'PREPAID', invoiceValue: 1499 } as const;
    const prices = (await send(calculateRates, { ...lane, ...goods })).map(({ totalCharge }) => totalCharge);
    expect(prices.length).toBeGreaterThan(2);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  });

  test('booking buys one consignment from the courier', async () => {
    Object.assign(parcel, await bookParcel('story-1'));
    expect(await sandbox.consignments('story-1')).toEqual([{ awb: parcel.awb, cancelled: false }]);
  });

  test('the label link leads to a PDF that needs no key', async () => {
    const link = await fetch(`${installation.api}/shipments/${parcel.id}/label.pdf`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${installation['api-key']}` },
    });
    expect(link.status).toBe(302);
    const label = await fetch(link.headers.get('location') ?? '');
    expect(label.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await label.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  test('the courier’s scans move the shipment to DELIVERED', async () => {
    for (const status of ['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']) {
      await sandbox.scan(parcel.awb, status);
    }
    await eventually(async () => expect((await send(getShipment, { id: parcel.id })).status).toBe('DELIVERED'));
  });

  test('the receiver hears each event once, in order, with a valid signature', async () => {
    const ofParcel = () => receiver.verified.filter(({ reference }) => reference === 'story-1');
    await eventually(() => expect(ofParcel().at(-1)?.event).toBe('shipment.delivered'));
    expect(ofParcel().map(({ event }) => event)).toEqual([
      'shipment.label_generated',
      'shipment.pickup_scheduled',
      'shipment.picked_up',
      'shipment.in_transit',
      'shipment.out_for_delivery',
      'shipment.delivered',
    ]);
    expect(receiver.refused).toEqual([]);
  });

  test('the merchant and the customer can follow the parcel', async () => {
    const { awb } = parcel;
    const { tracking } = await send(trackShipment, { awb });
    expect(tracking).toMatchObject({ awb, current_status: 'DELIVERED' });
    expect(tracking.events[0]?.status).toBe('DELIVERED');
    expect(await send(trackPublicly, { awb })).toMatchObject({ awbNumber: awb, status: 'DELIVERED' });
  });

  test('the wallet shows the price as one debit', async () => {
    const { balance, heldAmount } = await eventually(async () => {
      const read = await send(getWallet, {});
      expect(read.heldAmount).toBe(0);
      return read;
    });
    expect([paise(balance), heldAmount]).toEqual([paise(openingBalance) - paise(parcel.charge), 0]);
    const { data } = await send(listWalletTransactions, { category: 'orders' });
    expect(data).toMatchObject([{ type: 'DEBIT', amount: parcel.charge, awbNumber: parcel.awb }]);
  });

  test('cancelling a second parcel tells the courier and gives the money back', async () => {
    const { balance } = await send(getWallet, {});
    const second = await bookParcel('story-2');
    const answer = await send(cancelShipment, { id: second.id });
    expect(answer).toMatchObject({ courierCancelled: true, refunded: second.charge });
    expect((await sandbox.consignment(second.awb)).cancelled).toBe(true);
    expect(await send(getWallet, {})).toMatchObject({ balance, heldAmount: 0 });
  });
});

describe('the command line', () => {
  test('an operator makes a merchant who can book', async () => {
    const create = ['organizations', 'create', 'Nīlam Stores'];
    const { id } = await freight(dataDirectory, organization, ...create);
    expect((await freight(dataDirectory, organization, 'organizations', 'approve', id)).kycStatus).toBe('APPROVED');
    expect((await freight(dataDirectory, wallet, 'wallet', 'set', id)).type).toBe('PREPAID');
    const recharge = ['wallet', 'recharge', id, '100', '--reference', 'UTR-1'];
    expect((await freight(dataDirectory, walletTransaction, ...recharge)).balanceAfter).toBe(100);
    expect((await freight(dataDirectory, walletTransaction, ...recharge)).balanceAfter).toBe(100);
    const search = ['organizations', 'list', '--search', 'nīlam'];
    expect((await freight(dataDirectory, listOrganizations.output, ...search)).data).toMatchObject([{ id }]);

    const { key } = await freight(dataDirectory, createOrganizationApiKey.output, 'keys', 'create', id);
    await bookParcel('nilam-1', clientsOf(() => ({ ...installation, 'api-key': key })).send);
    expect((await freight(dataDirectory, listStuckBookings.output, 'bookings', 'stuck')).data).toEqual([]);
    expect((await freight(dataDirectory, verifyLedger.output, 'ledger', 'verify')).isSound).toBe(true);
  });

  test('a refusal is told with its code and request id', async () => {
    await expect(freight(dataDirectory, organization, 'organizations', 'approve', 'org_nobody')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Resource not found \(NOT_FOUND, op_\w+\)\n$/),
    });
  });

  test('freight listen shows each event verified, and its subscription ends with it', async () => {
    const urls = async () => (await send(listWebhooks, {})).subscriptions.map(({ url }) => url);
    const listener = freightUntilStopped(dataDirectory, 'listen', '--events', 'shipment.label_generated');
    try {
      const [, address] = await eventually(() => {
        const found = /^listening on (\S+),/.exec(listener.output());
        if (found === null) throw new Error('it does not listen yet');
        return found;
      });
      expect(await urls()).toEqual(expect.arrayContaining([receiver.url, address]));
      const { awb } = await bookParcel('listen-1');
      const line = `shipment.label_generated ${awb} listen-1 attempt 1 verified\n`;
      await eventually(() => expect(listener.output()).toContain(line));
    } finally {
      expect(await listener.stop('SIGTERM')).toBe(0);
    }
    expect(await urls()).toEqual([receiver.url]);
  });
});

describe('the installation', () => {
  test('the console shows a line per request, event and webhook', () => {
    const output = installation.output();
    expect(output).toMatch(/^\d\d:\d\d:\d\d POST \/api\/v1\/shipments 201 \d+ ms org_\w+ op_\w+$/m);
    expect(output).toMatch(/^\d\d:\d\d:\d\d event freight\.events\.v1\.shipments\.org_\w+\.delivered$/m);
    expect(output).toMatch(/^\d\d:\d\d:\d\d webhook shipment\.delivered → 127\.0\.0\.1:\d+ 200 /m);
  });

  test('Ctrl-C ends every process and npm with code 0', async () => {
    expect(Object.keys(await installation.pids()).toSorted()).toEqual([
      'billing',
      'channels',
      'gateway',
      'nats',
      'postgres',
      'rates',
      'sandbox',
      'shipments',
      'webhooks',
    ]);
    expect(await installation.pressCtrlC()).toBe(0);
    expect(await processesOf(dataDirectory)).toEqual([]);
    expect(await installation.pids()).toEqual({});
  });

  test('started again it has yesterday’s data, the same keys, and books on', async () => {
    const before = installation;
    installation = await npmStart(environment);
    expect(installation['api-key']).toBe(before['api-key']);
    expect(installation['operator-token']).toBe(before['operator-token']);
    expect(await send(getShipment, { id: parcel.id })).toMatchObject({ status: 'DELIVERED', awbNumber: parcel.awb });
    const { meta } = await send(listWalletTransactions, { category: 'recharges' });
    expect(meta.total).toBe(1);
    expect(await sandbox.consignment(parcel.awb)).toMatchObject({ awb: parcel.awb });
    await bookParcel('story-3');
    await eventually(() => expect(receiver.verified.map(({ reference }) => reference)).toContain('story-3'));
  });
});
