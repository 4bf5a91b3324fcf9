import type { AllocationLane } from '@freight/contracts';
import type { ShipmentRow } from '../tables.ts';

/** What of a shipment the choice of a carrier, and so its price, depends on. */
export type LaneOfRow = Pick<
  ShipmentRow,
  | 'pickup'
  | 'drop_to'
  | 'payment_mode'
  | 'shipment_type'
  | 'is_qc_required'
  | 'invoice_value_paise'
  | 'cod_amount_paise'
  | 'packages'
  | 'vas_service_ids'
  | 'is_insured'
  | 'is_otp_delivery'
>;

export const toAllocationLane = (row: LaneOfRow): AllocationLane => ({
  pickupPincode: row.pickup.pincode,
  dropPincode: row.drop_to.pincode,
  paymentMode: row.payment_mode,
  shipmentType: row.shipment_type,
  isQcRequired: row.is_qc_required,
  invoiceValuePaise: row.invoice_value_paise,
  codAmountPaise: row.payment_mode === 'COD' ? row.cod_amount_paise : 0,
  packages: row.packages.map(({ weightGrams, lengthCm, breadthCm, heightCm }) => ({
    weightGrams,
    lengthCm,
    breadthCm,
    heightCm,
  })),
  vasServiceIds: row.vas_service_ids,
  isInsured: row.is_insured,
  isOtpDelivery: row.is_otp_delivery,
});
