import { indiaClock } from '../clock.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';

const dayMs = 86_400_000;

/** POST /fm/request/new/: one open request per warehouse and day, at most 7 days ahead. */
export const pickupRequest = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const warehouse = textOf(body?.['pickup_location']);
  const date = textOf(body?.['pickup_date']);
  const time = textOf(body?.['pickup_time']);
  if (world.store.note('delhivery', `warehouse/${warehouse}`) === undefined) {
    return json({ pickup_location: 'Invalid Pickup Location ClientWarehouse matching query does not exist.' }, 400);
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}:\d{2}$/.test(time)) {
    return json({ pickup_date: 'Invalid pickup date or time format' }, 400);
  }
  const now = world.now();
  if (date < indiaClock(now).iso.slice(0, 10)) return json({ pickup_date: 'Pickup date cannot be in past' }, 400);
  if (date > indiaClock(new Date(now.getTime() + 7 * dayMs)).iso.slice(0, 10)) {
    return json({ pickup_date: 'Pickup date should not be more than 7 days from pickup creation date' }, 400);
  }
  const open = world.store.note('delhivery', `pickup/${warehouse}/${date}`);
  if (typeof open === 'number') {
    const message = `A Pickup Request ${open} for this Pickup Location Already Exist`;
    return json({ success: false, pr_exist: true, pickup_id: open, error: { code: 669, message } }, 400);
  }
  const id = Number(world.nextNumber(8));
  world.store.keepNote('delhivery', `pickup/${warehouse}/${date}`, id);
  return json(
    {
      pickup_id: id,
      pickup_date: date,
      pickup_time: time,
      pickup_location_name: warehouse,
      expected_package_count: body?.['expected_package_count'] ?? 1,
      incoming_center_name: 'Sandbox_Hub',
      client_name: 'SANDBOX SURFACE',
    },
    201,
  );
};

/** POST /api/backend/clientwarehouse/create/. */
export const createWarehouse = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const name = textOf(body?.['name']);
  if (body === undefined || name === '' || textOf(body['phone']) === '' || textOf(body['return_address']) === '') {
    return json({ success: false, error: ['name, phone, pin and return_address are mandatory'] }, 400);
  }
  if (pincodeNote(textOf(body['pin'])) === 'unknown') {
    return json(
      { success: false, error: [`Error in serviceability: ${textOf(body['pin'])} is not a valid Pincode`] },
      400,
    );
  }
  if (world.store.note('delhivery', `warehouse/${name}`) !== undefined) {
    return json({ success: false, error: [`client-warehouse with name ${name} already exists`] }, 400);
  }
  world.store.keepNote('delhivery', `warehouse/${name}`, body);
  return json({ success: true, data: { name, active: true }, error: '' }, 201);
};
