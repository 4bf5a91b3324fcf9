import { type EventDataOf, findCarrier, newId, type shipmentChanged, toPaise } from '@freight/contracts';
import type { Db } from '@freight/database';
import { EventRejected } from '@freight/runtime';
import { bookNow } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { findWallet } from '../wallet/wallet.store.ts';
import { eligibleOn } from './cod-cycle.ts';
import { insertCodParcel } from './cod-parcel.store.ts';
import { cycleOfWallet } from './cycle-of-wallet.ts';
import { reverseParcel } from './reverse-parcel.ts';

type ShipmentChange = EventDataOf<typeof shipmentChanged> & { attemptId: string; version: number };

/**
 * What a status change means for the cash of a parcel: a delivery means that the courier has it and we owe it to the merchant, once;
 * a delivery withdrawn takes that back. Versions decide, so events may repeat and overtake one another.
 */
export const accrueCod = async (trx: Db<Tables>, organizationId: string, change: ShipmentChange): Promise<void> => {
  const { status, previousStatus, shipment, version } = change;
  if (shipment.paymentMode !== 'COD' || shipment.codAmount === 0 || shipment.shipmentType === 'REVERSE') return;
  if (status === 'DELIVERED') {
    if (await insertCodParcel(trx, organizationId, await parcelOf(trx, organizationId, change, 'OWED'))) {
      await bookCollected(trx, organizationId, change);
    }
  } else if (previousStatus === 'DELIVERED') {
    const tombstone = await parcelOf(trx, organizationId, change, 'REVERSED');
    if (await insertCodParcel(trx, organizationId, tombstone)) return;
    const reason = `delivery withdrawn: the parcel is ${status}`;
    await reverseParcel(trx, organizationId, { shipmentId: shipment.id, reason, version });
  }
};

const parcelOf = async (
  trx: Db<Tables>,
  organizationId: string,
  { attemptId, version, occurredAt, shipment }: ShipmentChange,
  status: 'OWED' | 'REVERSED',
) => {
  const wallet = await findWallet(trx, organizationId);
  if (wallet === undefined || shipment.awbNumber === null) {
    throw new EventRejected(`cash of ${shipment.id}, which has ${wallet === undefined ? 'no wallet' : 'no AWB'}`);
  }
  const deliveredAt = new Date(shipment.deliveredAt ?? occurredAt);
  return {
    id: newId('codTransaction'),
    shipmentId: shipment.id,
    attemptId,
    awbNumber: shipment.awbNumber,
    orderReferenceNumber: shipment.orderReferenceNumber,
    courier: shipment.courier ?? 'unknown',
    courierCode: findCarrier(shipment.carrierId ?? '')?.courier ?? null,
    codAmountPaise: toPaise(shipment.codAmount),
    deliveredAt,
    eligibleOn: eligibleOn(deliveredAt, cycleOfWallet(wallet)),
    version,
    status,
  };
};

const bookCollected = (
  trx: Db<Tables>,
  organizationId: string,
  { version, shipment }: ShipmentChange,
): Promise<void> => {
  const amountPaise = toPaise(shipment.codAmount);
  return bookNow(trx, organizationId, {
    id: newId('journal'),
    fact: `cod-collected:${shipment.id}:${version}`,
    kind: 'COD',
    referenceType: 'SHIPMENT',
    referenceId: shipment.id,
    awbNumber: shipment.awbNumber,
    orderReferenceNumber: shipment.orderReferenceNumber,
    description: `Cash of ${shipment.orderReferenceNumber} collected by ${shipment.courier ?? 'the courier'}`,
    reason: { deliveredAt: shipment.deliveredAt, carrierId: shipment.carrierId },
    lines: [
      { account: 'cod_payable', amountPaise },
      { account: 'cod_receivable', amountPaise: -amountPaise },
    ],
    withinLimit: false,
  });
};
