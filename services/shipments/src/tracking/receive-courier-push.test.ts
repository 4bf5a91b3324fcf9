import { getShipment, receiveCourierPush } from '@freight/contracts';
import { sandboxPushToken, sandboxPushTokenHeader } from '@freight/courier-sandbox';
import { eventually, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createBooked,
  eventsOf,
  refusalOf,
  type ShipmentsForTest,
  scan,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

const authentic = { [sandboxPushTokenHeader]: sandboxPushToken };
const push = (courier: string, body: unknown, headers: Record<string, string> = authentic) =>
  service.call(receiveCourierPush, systemContext({ actor: { type: 'public' } }), {
    courier,
    headers,
    bodyBase64: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)).toString('base64'),
  });

/** Delhivery's push, as its documentation shows it. */
const delivered = (awb: string) => ({
  Shipment: {
    Status: {
      Status: 'Delivered',
      StatusDateTime: '2027-01-01T10:00:00',
      StatusType: 'DL',
      StatusLocation: 'Mumbai_Hub (Maharashtra)',
      Instructions: 'Delivered to consignee',
    },
    PickUpDate: '2026-12-30T10:00:00',
    NSLCode: 'EOD-38',
    Sortcode: 'BOM/MUM',
    ReferenceNo: 'x',
    AWB: awb,
  },
});

describe('courier pushes', () => {
  test('ten of the same push move the shipment once', async () => {
    const { context, id, awb } = await createBooked(service);
    const answers = await Promise.all(Array.from({ length: 10 }, () => push('delhivery', delivered(awb))));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    await eventually(async () => {
      expect(await service.call(getShipment, context, { id })).toMatchObject({ status: 'DELIVERED' });
    });
    expect((await eventsOf(service, id)).filter((event) => event.endsWith(' DELIVERED'))).toHaveLength(1);
    const { n } = await service.db
      .selectFrom('courier_pushes')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  test('a wrong token is 401 and leaves nothing behind', async () => {
    const { awb } = await createBooked(service);
    const answer = await push('delhivery', delivered(awb), { [sandboxPushTokenHeader]: 'guessed' });
    expect(answer.status).toBe(401);
    const kept = await service.db.selectFrom('courier_pushes').select('body').execute();
    expect(kept.some(({ body }) => body.toString().includes(awb))).toBe(false);
  });

  test('what cannot be read is kept as dead with the reason', async () => {
    expect((await push('delhivery', '{"nonsense":')).status).toBe(200);
    const dead = await service.db.selectFrom('courier_pushes').select('reason').where('status', '=', 'DEAD').execute();
    expect(dead).toHaveLength(1);
    expect(dead[0]?.reason).toEqual(expect.any(String));
  });

  test('a courier that does not exist is not found', async () => {
    expect(await refusalOf(push('pigeon', {}))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('polling', () => {
  test('a scan that was never pushed is found by asking', async () => {
    const polling = await startShipmentsForTest({ TRACKING_POLL_EVERY_MS: '100' });
    try {
      const { context, id, awb } = await createBooked(polling);
      await scan(polling.sandbox, awb, { status: 'PICKED_UP' });
      await scan(polling.sandbox, awb, { status: 'DELIVERED' });
      await eventually(async () => {
        expect(await polling.call(getShipment, context, { id })).toMatchObject({ status: 'DELIVERED' });
      });
    } finally {
      await polling.stop();
    }
  });
});
