import { FreightError, reverseCod } from '@freight/contracts';
import { implement, withStatus } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { indianDay } from './cod-cycle.ts';
import { toCodTransaction } from './cod-parcel.row.ts';
import { findCodParcelsByAwb, getCodParcel } from './cod-parcel.store.ts';
import { reverseParcel } from './reverse-parcel.ts';

export const reverseCodHandler = implement(
  reverseCod,
  async ({ db }: Deps, _context, { awb, reason, organizationId }) => {
    const [found, another] = await findCodParcelsByAwb(db, { awb, organizationId });
    if (found === undefined) throw new FreightError('NOT_FOUND', { message: 'No cash was collected under this AWB' });
    if (another !== undefined) {
      throw new FreightError('INVALID_STATE', { message: 'Two organizations have this AWB: name the organizationId' });
    }
    const { organization_id: owner, shipment_id: shipmentId } = found;
    const before = await db.transaction().execute((trx) => reverseParcel(trx, owner, { shipmentId, reason }));
    const transaction = toCodTransaction(await getCodParcel(db, owner, shipmentId), indianDay(new Date()));
    return before?.status === 'REVERSED' ? withStatus(200, transaction) : transaction;
  },
);
