import { isPickedUp, statusOf } from '../consignment.ts';
import { json, partOf, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { failure } from './orders.ts';

/** POST /v3/clients/orders/cancel/ {request_id, cancel_remarks}: HTTP 200 whatever comes; 304 = queued. */
export const cancel = (request: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('shadowfax', textOf(readObject(request.body)?.['request_id']));
  const answer = (responseCode: number, responseMsg: string) => json({ responseCode, responseMsg });
  if (consignment === undefined) return answer(400, 'Order not found');
  if (consignment.cancelled) return answer(400, 'Order is already cancelled');
  if (['DELIVERED', 'RTO_DELIVERED', 'LOST'].includes(statusOf(consignment))) {
    return answer(400, 'Order cannot be cancelled in its current state');
  }
  consignment.cancelled = true;
  if (!isPickedUp(consignment)) {
    world.scan(consignment, { status: 'CANCELLED', isBySeller: true });
    return answer(200, 'Request has been marked as cancelled');
  }
  // On its way the parcel has to be met first.
  world.scan(consignment, { status: 'RTO_INITIATED', isBySeller: true });
  return answer(304, 'Cancellation request has been queued');
};

/** POST /v3/clients/order_update/ {awb_numbers, delivery_details, status_update}. */
export const update = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const numbers = body?.['awb_numbers'];
  const consignment = world.store.find('shadowfax', Array.isArray(numbers) ? textOf(numbers[0]) : '');
  if (consignment === undefined) return failure('Invalid AWB number');
  if (statusOf(consignment) !== 'DELIVERY_FAILED') return failure(['Update is not allowed in the current state']);
  const status = textOf(partOf(body, 'status_update')?.['status']);
  const changes = partOf(body, 'delivery_details');
  const pincode = textOf(changes?.['pincode']);
  if (pincode !== '' && pincode.slice(0, 3) !== consignment.drop.pincode.slice(0, 3)) {
    return failure({ pincode: 'The pincode is in another city' });
  }
  if (status === 'rts' || status === 'rto') {
    world.recordNdr(consignment, 'RTO', { status });
    world.scan(consignment, { status: 'RTO_INITIATED', isBySeller: true });
  } else if (status !== 'reopen_ndr') {
    return failure({ status: ['Not a valid choice.'] });
  } else {
    world.recordNdr(consignment, changes === undefined ? 'REATTEMPT' : 'CHANGE_ADDRESS', { status, ...changes });
  }
  return json({ message: 'Request accepted.' });
};
