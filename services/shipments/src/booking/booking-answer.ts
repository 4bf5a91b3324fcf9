import { type bookShipment, courierTable, FreightError, type OutputOf } from '@freight/contracts';
import type { Booking } from '@freight/couriers';
import type { Deps } from '../deps.ts';
import { linksOf } from '../documents/links.ts';
import { toShipment } from '../shipment/shipment.row.ts';
import type { ShipmentRow } from '../tables.ts';

/** The answer of a booking, the same whether it was made by this run or found from an earlier one. */
export const answerBooked = (deps: Deps, row: ShipmentRow, made?: Booking): OutputOf<typeof bookShipment> => {
  const shipment = toShipment(row, linksOf(deps.config));
  const { awbNumber, carrierId, labelUrl, status } = shipment;
  if (row.courier === null || awbNumber === null || carrierId === null || labelUrl === null) {
    throw new FreightError('INTERNAL', { cause: `booked shipment ${row.id} lacks its AWB` });
  }
  return {
    shipment,
    courierResponse: {
      metadata: { status: 200, message: 'Consignment created', success: true, retryable: null },
      result: {
        waybill: awbNumber,
        order_reference_number: row.order_reference_number,
        carrier_partner_id: carrierId,
        courier_name: courierTable[row.courier].name,
        sort_code: made?.sortCode ?? row.sort_code,
      },
    },
    awbNumber,
    carrierId,
    status,
    labelUrl,
  };
};
