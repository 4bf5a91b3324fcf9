import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';
import type { TrackedConsignment } from '../scan.ts';
import { scanOf } from './scan.ts';
import { fromWireTime } from './wire.ts';

/** The licence key travels in the query string: `query` is kept out of everything that is logged. */
export const trackRequest = (account: CourierAccount, by: 'awb' | 'ref', numbers: readonly string[]): CourierDraft => ({
  method: 'GET',
  path: '/tracking/v1',
  query: {
    handler: 'tnt',
    action: 'custawbquery',
    loginid: account.credentials['loginId'] ?? '',
    lickey: account.credentials['trackingLicenceKey'] ?? account.credentials['licenceKey'] ?? '',
    awb: by,
    numbers: numbers.join(','),
    format: 'json',
    verno: '1',
    scan: '1',
  },
  isRead: true,
});

const text = z.string().nullish();

const shipment = z.object({
  WaybillNo: z.string(),
  RefNo: text,
  Status: text,
  StatusType: text,
  ExpectedDeliveryDate: text,
  ReceivedBy: text,
  Scans: z
    .object({
      ScanDetail: z.array(
        z.object({
          Scan: z.string(),
          ScanCode: z.string(),
          ScanGroupType: text,
          ScanType: text,
          ScanDate: z.string(),
          ScanTime: z.string(),
          ScannedLocation: text,
          Comments: text,
        }),
      ),
    })
    .nullish(),
});

/** One shipment comes as an object, several as a list. A number that is unknown has StatusType NF, or is missing. */
const answerShape = z.object({
  ShipmentData: z.object({ Shipment: z.union([shipment, z.array(shipment)]).optional(), Error: text }),
});

export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readJson(reply, answerShape);
  if (answer.kind !== 'done') return answer;
  const { Shipment } = answer.value.ShipmentData;
  const shipments = Shipment === undefined ? [] : Array.isArray(Shipment) ? Shipment : [Shipment];
  return done(shipments.filter(({ StatusType }) => StatusType !== 'NF').map(trackedOf));
};

const trackedOf = (theirs: z.output<typeof shipment>): TrackedConsignment => {
  const expectedDeliveryDate = fromWireTime(theirs.ExpectedDeliveryDate ?? '') ?? null;
  return {
    awb: theirs.WaybillNo,
    reference: theirs.RefNo ?? null,
    scans: (theirs.Scans?.ScanDetail ?? [])
      .flatMap((detail) =>
        scanOf(
          {
            code: detail.ScanCode,
            group: detail.ScanGroupType ?? '',
            text: [detail.Scan, detail.Comments].filter(Boolean).join(', '),
            rawStatus: detail.Scan,
            date: detail.ScanDate,
            time: detail.ScanTime,
            location: detail.ScannedLocation,
          },
          theirs.ReceivedBy,
        ),
      )
      // They come newest first and are timed to the minute: turned round before sorting, equal times keep their order.
      .reverse()
      .sort((a, b) => a.at.getTime() - b.at.getTime()),
    expectedDeliveryDate,
    reweigh: null,
  };
};

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (account, { awbs }) => trackRequest(account, 'awb', awbs),
  parse: parseTrack,
});
