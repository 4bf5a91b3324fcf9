import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import { contractSetup, statusesOf } from '../testing/contract-setup.ts';
import { bookingRequest, type SandboxFixture, startSandboxFixture, valueOf } from '../testing/sandbox-fixture.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningsOf } from './events.ts';
import { parseTrack } from './track.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await startSandboxFixture();
});
afterAll(() => fixture.close());
const setUp = () => contractSetup(fixture, 'indiapost');

const reply = (body: unknown): CourierReply => ({
  kind: 'answered',
  status: 200,
  body: Buffer.from(JSON.stringify(body)),
});

it('writes an article under our number, in grams, with COD in its own words', () => {
  const { account } = setUp();
  const request = bookingRequest({
    reference: 'BK1',
    awb: 'EB126023474IN',
    paymentMode: 'COD',
    codAmountPaise: 149_950,
  });
  const draft = bookRequest(account, request);
  expect('kind' in draft ? draft : JSON.parse(draft.body ?? '')).toMatchObject({
    articles: [
      {
        barcode_no: 'EB126023474IN',
        article_type: 'SP',
        shape_of_article: 'NROL',
        physical_weight: 480,
        breadth_diameter: 15,
        codr_cod: 'COD',
        value_for_codr_cod: 1499.5,
        bulk_reference: 'BK1',
        receiver_pincode: '400050',
      },
    ],
  });
});

it('refuses a booking without a number, and one with a wrong check digit before it is written', async () => {
  const { adapter, silent, account } = setUp();
  expect(await adapter.book(silent, bookingRequest())).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  expect(bookRequest(account, bookingRequest({ awb: 'EB126023475IN' }))).toMatchObject({ reason: 'INVALID_REQUEST' });
});

it('takes an article in the list of errors under HTTP 200 for a refusal', () => {
  const wrong = { valid_articles: [], error_articles: [{ index: 0, errors: ['receiver_pincode is not serviceable'] }] };
  expect(parseBook(reply(wrong))).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  expect(parseBook(reply({ valid_articles: [], error_articles: [] })).kind).toBe('unknown');
});

it('reads the events of the way back as those of the return', async () => {
  const { adapter, connection, bookAwb, scan } = setUp();
  const awb = await bookAwb();
  const journey = ['PICKED_UP', 'IN_TRANSIT', 'RTO_INITIATED', 'RTO_IN_TRANSIT', 'RTO_DELIVERED'] as const;
  for (const status of journey) scan(awb, { status });
  const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
  expect(statusesOf(tracked?.scans)).toEqual(journey);
});

it('reads delivery after a return as a return that arrived, and leaves unknown words alone', () => {
  expect(meaningsOf(['Item Returned', 'Item Received', 'Item Delivered']).map(({ status }) => status)).toEqual([
    'RTO_INITIATED',
    'RTO_IN_TRANSIT',
    'RTO_DELIVERED',
  ]);
  expect(meaningsOf(['Item Teleported'])).toEqual([{ status: null, isKnown: false }]);
});

it('takes a date that looks like a time for the day that it is, on an Indian clock', () => {
  const answer = {
    data: [
      {
        booking_details: { article_number: 'EB126023474IN' },
        tracking_details: [
          { date: '2026-11-03T00:00:00Z', time: '00:30:00', office: 'Delhi', event: 'Bag Close' },
          { date: '2026-11-02T00:00:00Z', time: '14:37:00', office: 'Delhi', event: 'Item Book' },
        ],
      },
    ],
  };
  expect(valueOf(parseTrack(reply(answer)))[0]?.scans).toMatchObject([
    { status: 'PICKED_UP', at: new Date('2026-11-02T09:07:00.000Z') },
    { status: 'IN_TRANSIT', at: new Date('2026-11-02T19:00:00.000Z') },
  ]);
});
