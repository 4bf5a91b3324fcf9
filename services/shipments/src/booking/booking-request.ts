import { type Address, type Candidate, FreightError, findCarrier, toPaise } from '@freight/contracts';
import type { BookingRequest, ConsignmentAddress } from '@freight/couriers';
import type { ShipmentRow } from '../tables.ts';

/** A shipment and the chosen candidate as the consignment that a courier is asked to make. */
export const toBookingRequest = (row: ShipmentRow, candidate: Candidate, reference: string): BookingRequest => {
  const carrier = findCarrier(candidate.carrierId);
  if (carrier === undefined) throw new FreightError('INTERNAL', { cause: `unknown carrier ${candidate.carrierId}` });
  return {
    reference,
    orderReference: row.order_reference_number,
    service: carrier.service,
    shipmentType: row.shipment_type,
    paymentMode: row.payment_mode,
    codAmountPaise: row.payment_mode === 'COD' ? row.cod_amount_paise : 0,
    invoiceValuePaise: row.invoice_value_paise,
    invoiceNumber: row.invoice_number ?? undefined,
    invoiceDate: row.invoice_date ?? undefined,
    pickup: toConsignmentAddress(row.pickup),
    drop: toConsignmentAddress(row.drop_to),
    returnTo: row.return_to === null ? undefined : toConsignmentAddress(row.return_to),
    packages: row.packages.map((one) => ({
      weightGrams: Math.ceil(one.weightGrams),
      lengthCm: one.lengthCm,
      breadthCm: one.breadthCm,
      heightCm: one.heightCm,
      items: one.items.map((item) => ({
        name: item.name,
        quantity: item.quantity,
        unitPricePaise: toPaise(item.unitPrice),
        sku: item.sku,
        hsnCode: item.hsnCode,
        category: item.category,
        brand: item.brand,
      })),
    })),
    isQcRequired: row.is_qc_required,
    qcItems: row.is_qc_required
      ? row.packages.flatMap((one) =>
          one.items.map((item) => ({
            name: item.name,
            quantity: item.quantity,
            sku: item.sku,
            brand: item.brand,
            category: item.category,
            color: item.color,
            imageUrls: item.imageUrl === undefined ? [] : [item.imageUrl],
          })),
        )
      : undefined,
    isFragile: row.is_fragile || row.packages.some((one) => one.isFragile === true),
    isDangerous: row.packages.some((one) => one.isDangerous === true),
    isOtpDelivery: row.is_otp_delivery,
    sellerGstin: row.shipper_gstin ?? undefined,
  };
};

export const toConsignmentAddress = (address: Address): ConsignmentAddress => ({
  name: address.name,
  phone: address.phone,
  email: address.email,
  address: address.address,
  landmark: address.landmark,
  city: address.city,
  state: address.state,
  pincode: address.pincode,
  country: address.country,
  addressType: address.addressType,
  organisation: address.organisation,
  gstin: address.gstin,
});
