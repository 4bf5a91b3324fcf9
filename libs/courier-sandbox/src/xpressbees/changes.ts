import { isPickedUp, statusOf } from '../consignment.ts';
import {
  isObject,
  json,
  partOf,
  readObject,
  textOf,
  type WireAnswer,
  type WireRequest,
  type World,
} from '../dialect.ts';
import { failure } from './login.ts';

/** POST /shipments2/cancel {awb}: before pickup it ends, on its way it turns round. */
export const cancel = (request: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('xpressbees', textOf(readObject(request.body)?.['awb']));
  if (consignment === undefined) return failure('AWB not found');
  if (consignment.cancelled) return failure('Shipment is already cancelled');
  const status = statusOf(consignment);
  if (['DELIVERED', 'RTO_DELIVERED', 'LOST', 'OUT_FOR_DELIVERY'].includes(status)) {
    return failure('Shipment cannot be cancelled in its current status');
  }
  if (status === 'DELIVERY_FAILED') world.recordNdr(consignment, 'RTO', {});
  consignment.cancelled = true;
  world.scan(consignment, { status: isPickedUp(consignment) ? 'RTO_INITIATED' : 'CANCELLED', isBySeller: true });
  return json({ status: true, message: 'Shipment cancelled' });
};

/** POST /shipments2/manifest {awbs}. */
export const manifest = (request: WireRequest, world: World): WireAnswer => {
  const awbs = readObject(request.body)?.['awbs'];
  if (!Array.isArray(awbs) || awbs.length === 0) return failure('The awbs field is required');
  const numbers = awbs.map(textOf);
  if (numbers.some((awb) => world.store.find('xpressbees', awb) === undefined)) return failure('AWB not found');
  if (numbers.every((awb) => world.store.note('xpressbees', `manifest/${awb}`) !== undefined)) {
    return failure('Manifest already generated for these shipments');
  }
  for (const awb of numbers) world.store.keepNote('xpressbees', `manifest/${awb}`, true);
  return json({ status: true, data: { manifest: 'https://sandbox.invalid/manifest.pdf' } });
};

/** POST /ndr/create: a list of instructions, each with an answer of its own. */
export const createNdr = (request: WireRequest, world: World): WireAnswer => {
  const list: unknown = readObject(`{"list":${request.body || 'null'}}`)?.['list'];
  if (!Array.isArray(list)) return failure('A list is required');
  return json(list.map((item: unknown) => ({ awb: isObject(item) ? item['awb'] : null, ...instruct(item, world) })));
};

const actions: Record<string, { field: string; means: 'REATTEMPT' | 'CHANGE_ADDRESS' }> = {
  're-attempt': { field: 're_attempt_date', means: 'REATTEMPT' },
  change_address: { field: 'address_1', means: 'CHANGE_ADDRESS' },
  change_phone: { field: 'phone', means: 'CHANGE_ADDRESS' },
};

const instruct = (item: unknown, world: World): { status: boolean; message: string } => {
  const consignment = isObject(item) ? world.store.find('xpressbees', textOf(item['awb'])) : undefined;
  if (!isObject(item) || consignment === undefined) return { status: false, message: 'AWB not found' };
  if (statusOf(consignment) !== 'DELIVERY_FAILED') return { status: false, message: 'NDR action is not allowed' };
  const action = actions[textOf(item['action'])];
  const data = partOf(item, 'action_data') ?? {};
  if (action === undefined) return { status: false, message: 'Invalid action' };
  if (textOf(data[action.field]) === '') return { status: false, message: `${action.field} is required` };
  world.recordNdr(consignment, action.means, { action: item['action'], ...data });
  return { status: true, message: 'NDR action taken' };
};
