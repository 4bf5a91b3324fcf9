import { type Address, courierTable } from '@freight/contracts';
import type { InvoiceContent, InvoiceParty } from '@freight/labels';
import type { ShipmentRow } from '../../tables.ts';
import { withoutAwb } from '../without-awb.ts';
import { gstCodeOfGstin, gstCodeOfState, isTerritory } from './gst-states.ts';
import { invoiceLines } from './invoice-lines.ts';

/**
 * The commercial invoice of a booked shipment. The merchant sells and the customer buys, also where the goods travel back; the
 * place of supply is the customer's state, where the goods of a sale end their journey (IGST Act, section 10).
 *
 * @throws INVALID_STATE while there is no AWB
 */
export const invoiceContent = (row: ShipmentRow): InvoiceContent => {
  if (row.courier === null || row.awb_number === null) throw withoutAwb(row, 'invoice');
  const isReturn = row.shipment_type === 'REVERSE';
  const [merchant, customer] = isReturn ? [row.drop_to, row.pickup] : [row.pickup, row.drop_to];
  const gstin = textOrNull(row.shipper_gstin) ?? textOrNull(merchant.gstin);
  return {
    number: row.invoice_number ?? row.shipment_number,
    date: row.invoice_date ?? row.order_date ?? row.created_at,
    orderReference: row.order_reference_number,
    awb: row.awb_number,
    courierName: courierTable[row.courier].name,
    payment: row.payment_mode,
    isReturn,
    seller: { ...partyOf(merchant), gstin },
    buyer: partyOf(customer),
    placeOfSupply: placeOfSupply(customer.state),
    taxes: taxesBetween({ gstin, state: merchant.state }, customer.state),
    ...invoiceLines(
      row.packages.flatMap(({ items }) => items),
      row.invoice_value_paise,
    ),
    totalPaise: row.invoice_value_paise,
  };
};

const partyOf = (address: Address): InvoiceParty => {
  const organisation = textOrNull(address.organisation);
  return {
    name: organisation ?? address.name,
    address: [address.address, address.landmark].filter(Boolean).join(', '),
    city: address.city,
    state: address.state,
    pincode: address.pincode,
    phone: address.phone,
    gstin: textOrNull(address.gstin),
  };
};

const placeOfSupply = (state: string): string => {
  const code = gstCodeOfState(state);
  return code === undefined ? state : `${state} (${code})`;
};

/** The seller's GSTIN says where it is registered, whatever its warehouse's address says. */
const taxesBetween = (seller: { gstin: string | null; state: string }, placeState: string): InvoiceContent['taxes'] => {
  const place = gstCodeOfState(placeState) ?? placeState.trim().toLowerCase();
  const home = gstCodeOfGstin(seller.gstin ?? '') ?? gstCodeOfState(seller.state) ?? seller.state.trim().toLowerCase();
  if (home !== place) return 'IGST';
  return isTerritory(place) ? 'CGST+UTGST' : 'CGST+SGST';
};

const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : text;
