import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { failure } from './access.ts';

/** GET /shipping/v2/tracking?trackingId&carrierId=ATS. Details are those of the newest event. */
export const track = (request: WireRequest, world: World): WireAnswer => {
  if (request.query.get('carrierId') !== 'ATS') return failure(400, 'InvalidRequest', 'carrierId is invalid');
  const consignment = world.store.find('amazon', request.query.get('trackingId') ?? '');
  if (consignment === undefined) return failure(404, 'NotFound', 'The tracking id does not exist');
  const scans = consignment.scans.filter(({ code }) => code !== '');
  const last = scans.at(-1);
  const details = last?.wire['detail'] ? [last.wire['detail']] : [];
  const isReturn = last?.wire['type'] === 'RETURNS';
  return json({
    payload: {
      trackingId: consignment.awb,
      alternateLegTrackingId: '',
      eventHistory: scans.map((scan) => ({
        eventCode: scan.code,
        eventTime: scan.at,
        shipmentType: scan.wire['type'],
        location: { city: scan.location, stateOrRegion: '', countryCode: 'IN', postalCode: '' },
      })),
      summary: {
        status: last?.code,
        trackingDetailCodes: { forward: isReturn ? [] : details, returns: isReturn ? details : [] },
      },
    },
  });
};
