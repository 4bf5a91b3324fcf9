import { newId, type Price } from '@freight/contracts';
import type { Db } from '@freight/database';
import { chargeJournal } from '../charges/charge-journal.ts';
import { nothing, returnCharge } from '../charges/charge-parts.ts';
import { type ShipmentCharges, savePrice } from '../charges/shipment-charges.store.ts';
import { bookNow, type LedgerLine } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { differenceOf, type Repriced } from './reprice.ts';
import { insertWeightAdjustment, type WeightAdjustmentRow } from './weight-adjustment.store.ts';

/**
 * Charges a parcel by another weight from now on: one journal with the differences of freight, return and GST, which also ends the
 * hold of a discrepancy. Needs the lock of the charges.
 */
export const bookWeight = async (
  trx: Db<Tables>,
  organizationId: string,
  charges: ShipmentCharges,
  { price, chargeableWeightGrams }: Repriced,
  {
    billedWeightGrams,
    evidenceUrl,
    discrepancy,
  }: {
    billedWeightGrams: number;
    evidenceUrl: string | null;
    discrepancy?: { id: string; heldPaise: number };
  },
): Promise<WeightAdjustmentRow> => {
  const id = newId('weightAdjustment');
  const differencePaise = differenceOf(charges, price);
  const lines = differenceLines(charges, price, discrepancy?.heldPaise ?? 0);
  if (lines.some(({ amountPaise, heldPaise = 0 }) => amountPaise !== 0 || heldPaise !== 0)) {
    await bookNow(
      trx,
      organizationId,
      chargeJournal(
        { ...charges, price, weightGrams: chargeableWeightGrams },
        {
          fact: `weight:${id}`,
          description: `Billed weight ${billedWeightGrams / 1_000} kg, charged before as ${charges.weightGrams / 1_000} kg`,
          lines,
          reason: {
            billedWeightGrams,
            previousPrice: charges.price,
            evidenceUrl,
            discrepancyId: discrepancy?.id ?? null,
          },
        },
      ),
    );
  }
  const rto = charges.isReturning ? returnCharge(price) : nothing;
  await savePrice(trx, organizationId, charges.shipmentId, { price, weightGrams: chargeableWeightGrams, rto });
  return insertWeightAdjustment(trx, organizationId, {
    id,
    shipmentId: charges.shipmentId,
    awbNumber: charges.awbNumber ?? '',
    billedWeightGrams,
    chargedWeightGrams: chargeableWeightGrams,
    previousChargedWeightGrams: charges.weightGrams,
    differencePaise,
    evidenceUrl,
    discrepancyId: discrepancy?.id ?? null,
  });
};

const differenceLines = (charges: ShipmentCharges, price: Price, releasedPaise: number): LedgerLine[] => {
  const rto = charges.isReturning ? returnCharge(price) : charges.rto;
  const rtoNetPaise = rto.netPaise - charges.rto.netPaise;
  const gstPaise = price.gstPaise - charges.price.gstPaise + rto.gstPaise - charges.rto.gstPaise;
  return [
    {
      account: 'wallet',
      amountPaise: -differenceOf(charges, price),
      heldPaise: -releasedPaise,
      category: 'WEIGHT_ADJUSTMENT',
    },
    { account: 'freight_revenue', amountPaise: price.freightPaise - charges.price.freightPaise },
    { account: 'rto_revenue', amountPaise: rtoNetPaise },
    { account: 'gst_payable', amountPaise: gstPaise },
  ];
};
