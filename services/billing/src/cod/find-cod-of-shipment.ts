import { findCodOfShipment } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findCodParcel } from './cod-parcel.store.ts';

export const findCodOfShipmentHandler = implement(
  findCodOfShipment,
  async ({ db }: Deps, { organizationId }, { shipmentId }) => {
    const parcel = await findCodParcel(db, organizationId, shipmentId);
    if (parcel?.status !== 'REMITTED') return { remittanceId: null, remittanceStatus: null };
    return { remittanceId: parcel.remittance_id, remittanceStatus: parcel.remittance_status };
  },
);
