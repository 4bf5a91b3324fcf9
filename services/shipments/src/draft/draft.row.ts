import {
  type Address,
  FreightError,
  findCarrier,
  findCourierByBrand,
  newId,
  type ShipmentCreateRequest,
  type ShipmentPatch,
  toPaise,
} from '@freight/contracts';
import type { ShipmentRow, StoredPackage } from '../tables.ts';

/** The columns that a merchant writes; everything else of a shipment is ours. */
export type DraftColumns = Pick<
  ShipmentRow,
  | 'payment_mode'
  | 'order_reference_number'
  | 'channel_order_id'
  | 'channel_name'
  | 'invoice_value_paise'
  | 'cod_amount_paise'
  | 'invoice_number'
  | 'invoice_date'
  | 'order_date'
  | 'pickup'
  | 'drop_to'
  | 'return_to'
  | 'packages'
  | 'total_weight_grams'
  | 'shipper_gstin'
  | 'preferred_courier'
  | 'preferred_carrier_id'
  | 'is_fragile'
  | 'is_insured'
  | 'is_otp_delivery'
  | 'is_qc_required'
  | 'vas_service_ids'
  | 'remarks'
>;

/** Columns of a new draft. The pickup is resolved already: inline or a saved address. */
export const draftColumns = (request: ShipmentCreateRequest, pickup: Address): DraftColumns => ({
  payment_mode: request.paymentMode,
  order_reference_number: request.orderReferenceNumber,
  channel_order_id: request.channelOrderId ?? null,
  channel_name: request.channelName ?? null,
  invoice_value_paise: toPaise(request.invoiceValue),
  cod_amount_paise: request.paymentMode === 'COD' ? toPaise(request.codAmount ?? 0) : 0,
  invoice_number: request.invoiceNumber ?? null,
  invoice_date: dateOrNull(request.invoiceDate),
  order_date: dateOrNull(request.orderDate),
  pickup,
  drop_to: request.drop,
  return_to: request.return ?? null,
  packages: storePackages(request.packages),
  total_weight_grams: weightOf(request.packages),
  shipper_gstin: request.shipperGstin ?? null,
  preferred_courier: preferredOf(request.preferredCourier),
  preferred_carrier_id: carrierIdOf(request.carrierId),
  is_fragile: request.isFragile ?? false,
  is_insured: request.isInsured ?? false,
  is_otp_delivery: request.isOtpDelivery ?? false,
  is_qc_required: request.isQcRequired ?? false,
  vas_service_ids: request.vasServiceIds ?? [],
  remarks: request.remarks ?? null,
});

/** The draft's columns after a patch: what the patch does not name stays as it was. */
export const patchedColumns = (
  before: ShipmentRow,
  patch: ShipmentPatch,
  pickup: Address | undefined,
): DraftColumns => ({
  payment_mode: patch.paymentMode ?? before.payment_mode,
  order_reference_number: patch.orderReferenceNumber ?? before.order_reference_number,
  channel_order_id: patch.channelOrderId ?? before.channel_order_id,
  channel_name: patch.channelName ?? before.channel_name,
  invoice_value_paise: patch.invoiceValue === undefined ? before.invoice_value_paise : toPaise(patch.invoiceValue),
  cod_amount_paise: codAmountOf(before, patch),
  invoice_number: patch.invoiceNumber ?? before.invoice_number,
  invoice_date: dateOrNull(patch.invoiceDate) ?? before.invoice_date,
  order_date: dateOrNull(patch.orderDate) ?? before.order_date,
  pickup: pickup ?? before.pickup,
  drop_to: patch.drop ?? before.drop_to,
  return_to: patch.return ?? before.return_to,
  packages: patch.packages === undefined ? before.packages : storePackages(patch.packages),
  total_weight_grams: patch.packages === undefined ? before.total_weight_grams : weightOf(patch.packages),
  shipper_gstin: patch.shipperGstin ?? before.shipper_gstin,
  preferred_courier: preferredOf(patch.preferredCourier) ?? before.preferred_courier,
  preferred_carrier_id: carrierIdOf(patch.carrierId) ?? before.preferred_carrier_id,
  is_fragile: patch.isFragile ?? before.is_fragile,
  is_insured: patch.isInsured ?? before.is_insured,
  is_otp_delivery: patch.isOtpDelivery ?? before.is_otp_delivery,
  is_qc_required: patch.isQcRequired ?? before.is_qc_required,
  vas_service_ids: patch.vasServiceIds ?? before.vas_service_ids,
  remarks: patch.remarks ?? before.remarks,
});

/** A prepaid parcel collects nothing, whatever amount it had before. */
const codAmountOf = (before: ShipmentRow, { paymentMode, codAmount }: ShipmentPatch): number => {
  if ((paymentMode ?? before.payment_mode) === 'PREPAID') return 0;
  return codAmount === undefined ? before.cod_amount_paise : toPaise(codAmount);
};

const dateOrNull = (value: string | undefined): Date | null => (value === undefined ? null : new Date(value));

const storePackages = (packages: ShipmentCreateRequest['packages']): StoredPackage[] =>
  packages.map((one) => ({
    ...one,
    id: newId('package'),
    items: one.items.map((item) => ({ ...item, id: newId('item') })),
  }));

/** numeric(12,2) is read as text; it is written the same way, so that a row made here equals the row read back. */
const weightOf = (packages: ShipmentCreateRequest['packages']): string =>
  packages.reduce((sum, one) => sum + one.weightGrams, 0).toFixed(2);

/** A wish for a carrier is refused here, where the field can be named, and not when the booking cannot follow it. */
const carrierIdOf = (spelling: string | undefined): string | null => {
  if (spelling === undefined) return null;
  const carrier = findCarrier(spelling);
  if (carrier === undefined) throw unknownCarrier('carrierId', spelling);
  return carrier.carrierId;
};

const preferredOf = (spelling: string | undefined): string | null => {
  if (spelling === undefined) return null;
  if (findCarrier(spelling) === undefined && findCourierByBrand(spelling) === undefined) {
    throw unknownCarrier('preferredCourier', spelling);
  }
  return spelling;
};

const unknownCarrier = (field: string, spelling: string): FreightError =>
  new FreightError('VALIDATION_FAILED', { errors: { [field]: [`names no carrier: ${spelling}`] } });
