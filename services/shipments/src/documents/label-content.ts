import { type Address, courierTable, findCarrier } from '@freight/contracts';
import type { LabelAddress, LabelContent } from '@freight/labels';
import type { ShipmentRow } from '../tables.ts';
import { withoutAwb } from './without-awb.ts';

/**
 * What our label of a booked shipment says: one page per package.
 *
 * @throws INVALID_STATE while there is no AWB to print
 */
export const labelPages = (row: ShipmentRow): LabelContent[] => {
  const carrier = row.carrier_id === null ? undefined : findCarrier(row.carrier_id);
  if (row.courier === null || row.awb_number === null || carrier === undefined) {
    throw withoutAwb(row, 'label');
  }
  const { awb_number: awb } = row;
  return row.packages.map((one, index) => ({
    awb,
    courierName: courierTable[carrier.courier].name,
    service: carrier.service === 'air' ? 'Air' : 'Surface',
    sortCode: row.sort_code,
    shipmentType: row.shipment_type,
    orderReference: row.order_reference_number,
    invoiceNumber: row.invoice_number,
    payment: row.payment_mode === 'COD' ? { mode: 'COD', amountPaise: row.cod_amount_paise } : { mode: 'PREPAID' },
    to: labelAddress(row.drop_to),
    from: labelAddress(row.pickup),
    returnTo: row.return_to === null ? null : labelAddress(row.return_to),
    gstin: row.shipper_gstin,
    weightGrams: Math.ceil(one.weightGrams),
    dimensionsCm: { length: one.lengthCm, breadth: one.breadthCm, height: one.heightCm },
    piece: { number: index + 1, of: row.packages.length },
    date: row.label_generated_at ?? row.created_at,
    items: one.items.map(({ name, quantity }) => ({ name, quantity })),
  }));
};

const labelAddress = (address: Address): LabelAddress => ({
  name: address.name,
  phone: address.phone,
  address: address.address,
  landmark: address.landmark ?? null,
  city: address.city,
  state: address.state,
  pincode: address.pincode,
});
