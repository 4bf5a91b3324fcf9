import { isPickedUp, statusOf } from '../consignment.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';

/** POST /api/p/edit: changed fields, or `cancellation: "true"`. */
export const edit = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  if (body === undefined) return json({ status: false, error: 'invalid JSON' }, 400);
  const waybill = textOf(body['waybill']);
  const consignment = world.store.find('delhivery', waybill);
  if (consignment === undefined) return json({ status: false, waybill, error: 'No such waybill' });
  if (consignment.cancelled) return json({ status: false, waybill, error: 'Shipment has already been cancelled' });
  const type = consignment.scans.at(-1)?.wire['type'] ?? '';
  const status = consignment.scans.at(-1)?.wire['status'] ?? '';
  const editable = consignment.isReverse
    ? type === 'PP' && (status === 'Open' || status === 'Scheduled')
    : type === 'UD' && ['Manifested', 'In Transit', 'Pending', 'Not Picked'].includes(status);
  if (!editable) return json({ status: false, waybill, error: `Package in incorrect status: ${status}` });

  const { waybill: _, ...changes } = body;
  const isNdr = statusOf(consignment) === 'DELIVERY_FAILED';
  if (String(body['cancellation']) !== 'true') {
    if (textOf(body['add']) !== '') consignment.drop.address = textOf(body['add']);
    world.recordNdr(consignment, 'CHANGE_ADDRESS', changes);
    return json({
      status: true,
      waybill,
      remark: 'Shipment has been updated.',
      order_id: consignment.bookingReference,
    });
  }
  if (isNdr) world.recordNdr(consignment, 'RTO', changes);
  consignment.cancelled = true;
  // In transit it turns round; before that it ends.
  const wish = isPickedUp(consignment) ? 'RTO_INITIATED' : 'CANCELLED';
  world.scan(consignment, { status: wish, isBySeller: true });
  return json({
    status: true,
    waybill,
    remark: 'Shipment has been cancelled.',
    order_id: consignment.bookingReference,
  });
};

/** After a failed delivery an edit is part of NDR handling, before it is a cancellation. */
export const editOperation = (request: WireRequest, world: World): 'ndr' | 'cancel' => {
  const consignment = world.store.find('delhivery', textOf(readObject(request.body)?.['waybill']));
  return consignment !== undefined && statusOf(consignment) === 'DELIVERY_FAILED' ? 'ndr' : 'cancel';
};
