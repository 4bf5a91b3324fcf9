import { isObject, json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { reattemptCodes, rescheduleCodes } from './codes.ts';

type Result = {
  polls: number;
  failed_wbns: { waybill: string; message: string }[];
  success_wbns: { waybill: string }[];
};

/** POST /api/p/update `{data: [{waybill, act}]}`: answered with a request id, whatever will come of it. */
export const update = (request: WireRequest, world: World): WireAnswer => {
  const data = readObject(request.body)?.['data'];
  if (!Array.isArray(data) || data.length === 0) return json({ error: 'Invalid data provided' }, 400);
  if (data.length > 1000) return json({ error: 'Can not update more than 1000 records' }, 400);
  const result: Result = { polls: 0, failed_wbns: [], success_wbns: [] };
  for (const item of data) {
    const waybill = isObject(item) ? textOf(item['waybill']) : '';
    const act = isObject(item) ? textOf(item['act']) : '';
    const message = refusal(world, waybill, act);
    if (message !== undefined) {
      result.failed_wbns.push({ waybill, message });
      continue;
    }
    result.success_wbns.push({ waybill });
    const consignment = world.store.find('delhivery', waybill);
    if (consignment !== undefined) world.recordNdr(consignment, 'REATTEMPT', { act });
  }
  const id = `UPL${world.nextNumber(19)}`;
  world.store.keepNote('delhivery', `upl/${id}`, result);
  return json({ request_id: id });
};

const refusal = (world: World, waybill: string, act: string): string | undefined => {
  const consignment = world.store.find('delhivery', waybill);
  if (consignment === undefined) return 'Incorrect waybill';
  const last = consignment.scans.at(-1);
  const attempts = consignment.scans.filter(({ status }) => status === 'DELIVERY_FAILED').length;
  if (attempts > 2) return 'Shipment has reached max attempt count';
  if (act === 'RE-ATTEMPT') {
    const isAllowed = last?.wire['status'] === 'Pending' && reattemptCodes.includes(last.code);
    return isAllowed ? undefined : 'Package in incorrect status';
  }
  if (act !== 'PICKUP_RESCHEDULE') return 'Action is not valid';
  if (last?.wire['type'] !== 'CN') return 'Package should be in Canceled status';
  return rescheduleCodes.includes(last.code) ? undefined : `Rescheduling is not allowed as ${last.code}`;
};

/** GET /api/cmu/get_bulk_upl/{id}?verbose=true: the first look finds it still at work. */
export const uploadResult = (request: WireRequest, world: World): WireAnswer => {
  const id = request.params[0] ?? '';
  const kept = world.store.note('delhivery', `upl/${id}`);
  if (!isObject(kept)) return json({ error: 'No such request' }, 404);
  const polls = Number(kept['polls']);
  world.store.keepNote('delhivery', `upl/${id}`, { ...kept, polls: polls + 1 });
  if (polls === 0) return json({ request_id: id, status: 'In Progress' });
  return json({
    request_id: id,
    status: 'Complete',
    failed_wbns: kept['failed_wbns'],
    success_wbns: kept['success_wbns'],
  });
};
