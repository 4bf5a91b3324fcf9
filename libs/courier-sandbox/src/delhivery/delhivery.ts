import { sandboxCredentials } from '../credentials.ts';
import { type Dialect, json } from '../dialect.ts';
import { create, failedPackage, orderOf } from './book.ts';
import { scanCode } from './codes.ts';
import { edit, editOperation } from './edit.ts';
import { document, file, packingSlip } from './label.ts';
import { expectedTat, pincodes } from './lookups.ts';
import { update, uploadResult } from './ndr.ts';
import { createWarehouse, pickupRequest } from './pickup.ts';
import { packages, pushBody } from './track.ts';

/** Delhivery's B2C API as its developer portal describes it. */
export const delhivery: Dialect = {
  courier: 'delhivery',
  routes: [
    { method: 'GET', path: /^\/c\/api\/pin-codes\/json\/$/, operation: 'serviceability', handle: pincodes },
    { method: 'GET', path: /^\/api\/dc\/expected_tat$/, handle: expectedTat },
    { method: 'POST', path: /^\/api\/cmu\/create\.json$/, operation: 'book', handle: create },
    { method: 'POST', path: /^\/api\/p\/edit$/, operation: editOperation, handle: edit },
    { method: 'GET', path: /^\/api\/v1\/packages\/json\/$/, operation: 'track', handle: packages },
    { method: 'GET', path: /^\/api\/p\/packing_slip$/, operation: 'label', handle: packingSlip },
    { method: 'POST', path: /^\/fm\/request\/new\/$/, handle: pickupRequest },
    { method: 'POST', path: /^\/api\/backend\/clientwarehouse\/create\/$/, handle: createWarehouse },
    { method: 'POST', path: /^\/api\/p\/update$/, operation: 'ndr', handle: update },
    { method: 'GET', path: /^\/api\/cmu\/get_bulk_upl\/([^/]+)$/, handle: uploadResult },
    { method: 'GET', path: /^\/api\/rest\/fetch\/pkg\/document\/$/, operation: 'label', handle: document },
    { method: 'GET', path: /^\/files\/([a-z_]+)\/([^/]+)\.pdf$/, handle: file },
  ],
  authenticate: (request) =>
    request.path.startsWith('/files/') ||
    request.headers['authorization'] === `Token ${sandboxCredentials.delhivery.token}`
      ? undefined
      : json({ detail: 'Authentication credentials were not provided. Login or API Key Required' }, 401),
  reject: (operation, request) => {
    switch (operation) {
      case 'book':
        return failedPackage(
          orderOf(request),
          'Crashing while saving package due to exception suspicious order/consignee. Package might have been partially saved.',
        );
      case 'cancel':
        return json({ status: false, error: 'Package in incorrect status' });
      case 'ndr':
        return json({ error: 'Package in incorrect status' }, 400);
      case 'track':
        return json({ Error: 'Unauthorized client/user' }, 403);
      case 'serviceability':
        return json({ delivery_codes: [] });
      case 'label':
        return json({ packages: [], packages_found: 0 });
      case 'push':
        return json({}, 400);
    }
  },
  scanCode,
  pushBody,
  // "In case a scan push fails, the system automatically retries immediately", and that is all.
  pushRetries: { count: 1, delayMs: 0 },
};
