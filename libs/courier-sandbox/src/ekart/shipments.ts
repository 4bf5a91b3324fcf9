import { indiaClock } from '../clock.ts';
import { isPickedUp, statusOf } from '../consignment.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { labelPdf } from '../label-pdf.ts';
import { acknowledged, invalid, missing } from './answers.ts';

/** DELETE /api/v1/package/cancel?tracking_id=. */
export const cancel = (request: WireRequest, world: World): WireAnswer => {
  const id = request.query.get('tracking_id') ?? '';
  const consignment = world.store.find('ekart', id);
  const answer = (status: boolean, remark: string) => json({ data: [acknowledged(status, id, remark)] });
  if (consignment === undefined) return missing(`No shipment with tracking id ${id}`);
  if (consignment.cancelled) return answer(false, 'Shipment is already cancelled');
  const status = statusOf(consignment);
  if (['DELIVERED', 'RTO_DELIVERED', 'LOST', 'OUT_FOR_DELIVERY'].includes(status)) {
    return answer(false, `Shipment cannot be cancelled in status ${consignment.scans.at(-1)?.code}`);
  }
  consignment.cancelled = true;
  world.scan(consignment, { status: isPickedUp(consignment) ? 'RTO_INITIATED' : 'CANCELLED', isBySeller: true });
  return answer(true, 'Shipment cancelled successfully');
};

/** POST /api/v1/package/label {ids}: the PDF itself. */
export const label = (request: WireRequest, world: World): WireAnswer => {
  const ids = readObject(request.body)?.['ids'];
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 100) return invalid('ids should have 1 to 100 items');
  const consignment = world.store.find('ekart', textOf(ids[0]));
  if (consignment === undefined) return missing(`No shipment with tracking id ${textOf(ids[0])}`);
  const { awb, bookingReference, drop } = consignment;
  const pdf = labelPdf(['Ekart (sandbox)', awb, bookingReference, drop.name, `${drop.city} ${drop.pincode}`]);
  return { status: 200, body: pdf.toString('latin1'), contentType: 'application/octet-stream' };
};

const dayMs = 86_400_000;

/** POST /api/v2/package/ndr: Re-Attempt with a day from tomorrow to seven days ahead, or RTO. */
export const ndr = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body) ?? {};
  const id = textOf(body['wbn']);
  const consignment = world.store.find('ekart', id);
  if (consignment === undefined) return missing(`No shipment with tracking id ${id}`);
  if (statusOf(consignment) !== 'DELIVERY_FAILED') {
    return json(acknowledged(false, id, 'NDR action is not allowed in the current status'));
  }
  const { wbn: _, action, ...fields } = body;
  if (action === 'RTO') {
    world.recordNdr(consignment, 'RTO', fields);
    world.scan(consignment, { status: 'RTO_INITIATED', isBySeller: true });
    return json(acknowledged(true, id, 'RTO requested'));
  }
  if (action !== 'Re-Attempt') return invalid('action should be Re-Attempt or RTO');
  const { date, phone } = body;
  const day = (at: Date | number): string => indiaClock(new Date(at)).iso.slice(0, 10);
  const now = world.now().getTime();
  if (typeof date !== 'number' || day(date) <= day(now) || day(date) > day(now + 7 * dayMs)) {
    return invalid('date should be within seven days of the current day, excluding today');
  }
  if (phone !== undefined && !/^\d{10}$/.test(textOf(phone))) return invalid('phone should match ^\\d{10}$');
  const isChange = textOf(body['address']) !== '' || phone !== undefined;
  world.recordNdr(consignment, isChange ? 'CHANGE_ADDRESS' : 'REATTEMPT', fields);
  return json(acknowledged(true, id, 'Re-Attempt requested'));
};
