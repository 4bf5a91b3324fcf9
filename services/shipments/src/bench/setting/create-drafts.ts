import { newId, shipmentCreateRequest } from '@freight/contracts';
import type { Kysely } from 'kysely';
import { draftColumns } from '../../draft/draft.row.ts';
import { insertDraft } from '../../draft/draft.store.ts';
import { draftOf } from '../../draft/new-draft.ts';
import type { Tables } from '../../tables.ts';
import { percentile } from './percentile.ts';
import { seededOrganization } from './seed-shipments.ts';

/** Creates drafts one after another with the service's own statement. @returns milliseconds */
export const createDrafts = async (db: Kysely<Tables>, count: number): Promise<{ p50: number; p99: number }> => {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const request = shipmentCreateRequest.parse({ ...draft, orderReferenceNumber: newId('operation') });
    const change = draftOf({
      organizationId: seededOrganization(number % 200),
      id: newId('shipment'),
      shipmentNumber: `S${newId('operation')}`,
      shipmentType: request.shipmentType,
      operationId: newId('operation'),
      holdsReference: true,
      columns: draftColumns(request, place),
      now: new Date(),
    });
    const startedAt = performance.now();
    await insertDraft(db, change, { allowDuplicate: false });
    times.push(performance.now() - startedAt);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};

const place = {
  name: 'Asha Textiles',
  phone: '9810000001',
  address: '12 Chandni Chowk',
  city: 'Delhi',
  state: 'Delhi',
  pincode: '110006',
  country: 'IN',
};

const draft = {
  shipmentType: 'FORWARD',
  paymentMode: 'PREPAID',
  invoiceValue: 999.5,
  pickup: place,
  drop: { ...place, name: 'Ravi Kumar Sharma', phone: '9820000002', city: 'Mumbai', pincode: '400020' },
  packages: [
    {
      weightGrams: 450,
      lengthCm: 20,
      breadthCm: 10,
      heightCm: 10,
      items: [{ name: 'Cotton kurta', quantity: 1, unitPrice: 999.5, sku: 'KURTA-1' }],
    },
  ],
};
