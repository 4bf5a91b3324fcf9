import { createHash } from 'node:crypto';
import { FreightError, newId, reconcileCod, toInr } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookJournal } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import {
  addReceived,
  type CourierParcel,
  findCourierParcels,
  listUnpaidParcels,
  lockCourierParcel,
  rememberFile,
} from './reconciliation.store.ts';
import { readRemittanceFile } from './remittance-file.ts';

const maxMissing = 1_000;

export const reconcileCodHandler = implement(
  reconcileCod,
  async ({ db }: Deps, _context, { courier, reference, csv, deliveredUntil }) => {
    const paid = readRemittanceFile(csv);
    const digest = createHash('sha256').update(csv).digest('hex');
    if (!(await rememberFile(db, { courier, reference, digest }))) {
      throw new FreightError('INVALID_STATE', { message: `Another file was matched under ${reference} before` });
    }

    const known = await findCourierParcels(db, { courier, awbs: [...paid.keys()] });
    const received: ReceivedParcel[] = [];
    // One after the other, each in a transaction of its own: no wallet is locked for longer than its own line.
    for (const parcel of known) {
      received.push(await receive(db, parcel, { courier, reference, amountPaise: paid.get(parcel.awb_number) ?? 0 }));
    }
    const newest = Math.max(0, ...known.map(({ delivered_at }) => delivered_at.getTime()));
    const until = deliveredUntil === undefined ? new Date(newest) : new Date(deliveredUntil);
    const missing = await listUnpaidParcels(db, { courier, deliveredUntil: until, limit: maxMissing });

    const matched = received.filter(({ expectedPaise, amountPaise }) => expectedPaise === amountPaise);
    const knownAwbs = new Set(known.map(({ awb_number }) => awb_number));
    return {
      courier,
      reference,
      received: toInr(sumOf([...paid.values()])),
      matched: { count: matched.length, amount: toInr(sumOf(matched.map(({ amountPaise }) => amountPaise))) },
      short: received.filter(({ expectedPaise, amountPaise }) => amountPaise < expectedPaise).map(toReceived),
      over: received.filter(({ expectedPaise, amountPaise }) => amountPaise > expectedPaise).map(toReceived),
      missing: missing.map((parcel) => ({
        ...nameOf(parcel),
        expected: toInr(parcel.cod_amount_paise),
        deliveredAt: parcel.delivered_at.toISOString(),
      })),
      unknown: [...paid]
        .filter(([awb]) => !knownAwbs.has(awb))
        .map(([awbNumber, amountPaise]) => ({ awbNumber, received: toInr(amountPaise) })),
    };
  },
);

/** `expectedPaise`: what the courier still had of it before this file. */
type ReceivedParcel = { parcel: CourierParcel; expectedPaise: number; amountPaise: number };

/** Books what a courier paid for a parcel, once for each reference. */
const receive = (
  db: Db<Tables>,
  { organization_id: organizationId, shipment_id: shipmentId }: CourierParcel,
  { courier, reference, amountPaise }: { courier: string; reference: string; amountPaise: number },
): Promise<ReceivedParcel> =>
  db.transaction().execute(async (trx) => {
    const parcel = await lockCourierParcel(trx, organizationId, shipmentId);
    const owedPaise = parcel.status === 'REVERSED' ? 0 : parcel.cod_amount_paise;
    if (amountPaise === 0)
      return { parcel, expectedPaise: Math.max(0, owedPaise - parcel.received_paise), amountPaise };
    const outcome = await bookJournal(trx, organizationId, {
      id: newId('journal'),
      fact: `courier-remittance:${courier}:${reference}:${parcel.awb_number}`,
      kind: 'COD',
      referenceType: 'COURIER_REMITTANCE',
      referenceId: reference,
      awbNumber: parcel.awb_number,
      orderReferenceNumber: parcel.order_reference_number,
      description: `Cash of ${parcel.order_reference_number} received from ${courier}, ${reference}`,
      reason: { courier, reference },
      lines: [
        { account: 'cod_receivable', amountPaise },
        { account: 'clearing', amountPaise: -amountPaise },
      ],
      withinLimit: false,
    });
    if (outcome === 'BOOKED') await addReceived(trx, organizationId, { shipmentId, amountPaise });
    const beforePaise = parcel.received_paise - (outcome === 'KNOWN' ? amountPaise : 0);
    return { parcel, expectedPaise: Math.max(0, owedPaise - beforePaise), amountPaise };
  });

const nameOf = ({ organization_id, shipment_id, awb_number }: CourierParcel) => ({
  organizationId: organization_id,
  shipmentId: shipment_id,
  awbNumber: awb_number,
});

const toReceived = ({ parcel, expectedPaise, amountPaise }: ReceivedParcel) => ({
  ...nameOf(parcel),
  expected: toInr(expectedPaise),
  received: toInr(amountPaise),
});

const sumOf = (amountsPaise: readonly number[]): number => amountsPaise.reduce((sum, paise) => sum + paise, 0);
