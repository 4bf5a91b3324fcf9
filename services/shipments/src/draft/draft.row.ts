import type { Address } from '@freight/contracts';
import {
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

/** Only what the patch names; a changed payment mode or amount is checked by the caller on the merged row. */
export const patchColumns = (patch: ShipmentPatch, pickup: Address | undefined): Partial<DraftColumns> => ({
  ...named('payment_mode', patch.paymentMode),
  ...named('order_reference_number', patch.orderReferenceNumber),
  ...named('channel_order_id', patch.channelOrderId),
  ...named('channel_name', patch.channelName),
  ...named('invoice_value_paise', mapped(patch.invoiceValue, toPaise)),
  ...named('cod_amount_paise', patch.paymentMode === 'PREPAID' ? 0 : mapped(patch.codAmount, toPaise)),
  ...named('invoice_number', patch.invoiceNumber),
  ...named(
    'invoice_date',
    mapped(patch.invoiceDate, (value) => new Date(value)),
  ),
  ...named(
    'order_date',
    mapped(patch.orderDate, (value) => new Date(value)),
  ),
  ...named('pickup', pickup),
  ...named('drop_to', patch.drop),
  ...named('return_to', patch.return),
  ...named('packages', mapped(patch.packages, storePackages)),
  ...named('total_weight_grams', mapped(patch.packages, weightOf)),
  ...named('shipper_gstin', patch.shipperGstin),
  ...named('preferred_courier', mapped(patch.preferredCourier, preferredOf)),
  ...named('preferred_carrier_id', mapped(patch.carrierId, carrierIdOf)),
  ...named('is_fragile', patch.isFragile),
  ...named('is_insured', patch.isInsured),
  ...named('is_otp_delivery', patch.isOtpDelivery),
  ...named('is_qc_required', patch.isQcRequired),
  ...named('vas_service_ids', patch.vasServiceIds),
  ...named('remarks', patch.remarks),
});

const named = <Column extends keyof DraftColumns>(
  column: Column,
  value: DraftColumns[Column] | undefined,
): Partial<Pick<DraftColumns, Column>> =>
  // An object literal with a computed key is typed as an index signature; the key is the one column.
  (value === undefined ? {} : { [column]: value }) as Partial<Pick<DraftColumns, Column>>;

const mapped = <T, R>(value: T | undefined, map: (value: T) => R): R | undefined =>
  value === undefined ? undefined : map(value);

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
