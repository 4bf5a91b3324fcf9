import { FreightError, patchShipment } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { refuseOpenBooking } from '../booking/refuse-open-booking.ts';
import type { Deps } from '../deps.ts';
import { linksOf } from '../documents/links.ts';
import { getPickupAddress } from '../pickup-addresses/pickup-address.store.ts';
import { toShipment } from '../shipment/shipment.row.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import type { ShipmentRow } from '../tables.ts';
import { patchedColumns } from './draft.row.ts';
import { duplicateReference, isReferenceTaken, updateDraft } from './draft.store.ts';

/** Others may edit the same draft at the same moment; then this edit is made again on what they left. */
const maxRereads = 5;

export const patchShipmentHandler = implement(
  patchShipment,
  async (deps: Deps, { organizationId }, { id, ...patch }) => {
    const { db } = deps;
    const savedPickup =
      patch.pickup === undefined && patch.pickupAddressId !== undefined
        ? await getPickupAddress(db, organizationId, patch.pickupAddressId)
        : patch.pickup;

    for (let reads = 0; reads < maxRereads; reads += 1) {
      const before = await getShipmentRow(db, organizationId, id);
      if (before.status !== 'CREATED') {
        throw new FreightError('INVALID_STATE', {
          message: `Only a CREATED shipment can be edited; this one is ${before.status}`,
        });
      }
      const after = { ...before, ...patchedColumns(before, patch, savedPickup), updated_at: new Date() };
      refuseContradiction(after);
      if (after.order_reference_number !== before.order_reference_number && (await isReferenceTaken(db, after))) {
        throw duplicateReference(after.order_reference_number);
      }
      if (await updateDraft(db, before, after)) return toShipment(after, linksOf(deps.config));
      await refuseOpenBooking(db, before);
    }
    throw new FreightError('INVALID_STATE', { message: 'The draft is being changed by others, try again' });
  },
);

/** What the create schema checks field by field must hold for the merged draft as well. */
const refuseContradiction = (after: ShipmentRow): void => {
  if (after.payment_mode === 'COD' && after.cod_amount_paise === 0) {
    throw new FreightError('VALIDATION_FAILED', { errors: { codAmount: ['is required when paymentMode is COD'] } });
  }
  if (after.is_qc_required && after.shipment_type !== 'REVERSE') {
    throw new FreightError('VALIDATION_FAILED', { errors: { isQcRequired: ['is for REVERSE shipments only'] } });
  }
};
