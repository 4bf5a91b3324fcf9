import { courierTable, findCarrier, type Shipment, toInr, type WebhookShipment } from '@freight/contracts';
import type { ShipmentRow, StoredPackage } from '../tables.ts';

/** Where the links of a shipment point: `https://host/api/v1`. */
export type Links = { apiBaseUrl: string };

/** A row as the Shipment of the specification: INR, ISO times, flat addresses. */
export const toShipment = (row: ShipmentRow, { apiBaseUrl }: Links): Shipment => ({
  id: row.id,
  shipmentNumber: row.shipment_number,
  organizationId: row.organization_id,
  shipmentType: row.shipment_type,
  paymentMode: row.payment_mode,
  status: row.status,
  awbNumber: row.awb_number,
  waybill: row.awb_number,
  orderReferenceNumber: row.order_reference_number,
  channelOrderId: row.channel_order_id,
  channelName: row.channel_name,
  courier: row.carrier_id === null ? null : (findCarrier(row.carrier_id)?.providerForm ?? null),
  courierName: row.courier === null ? '' : courierTable[row.courier].name,
  carrierId: row.carrier_id,
  courierOrderId: row.courier_order_id,
  invoiceValue: toInr(row.invoice_value_paise),
  codAmount: toInr(row.cod_amount_paise),
  freightCharge: inrOrNull(row.freight_paise),
  codCharge: inrOrNull(row.cod_charge_paise),
  totalCharge: inrOrNull(row.total_charge_paise),
  gstAmount: inrOrNull(row.gst_paise),
  rtoCharge: inrOrNull(row.rto_charge_paise),
  chargedWeight: row.charged_weight_grams,
  billedWeight: row.billed_weight_grams,
  volumetricWeight: row.volumetric_weight_grams,
  totalWeight: Number(row.total_weight_grams),
  ...totalDimensions(row.packages),
  zone: row.zone,
  pickupName: row.pickup.name,
  pickupPhone: row.pickup.phone,
  pickupAddress: row.pickup.address,
  pickupCity: row.pickup.city,
  pickupState: row.pickup.state,
  pickupPincode: row.pickup.pincode,
  pickupEmail: row.pickup.email ?? null,
  dropName: row.drop_to.name,
  dropPhone: row.drop_to.phone,
  dropAddress: row.drop_to.address,
  dropCity: row.drop_to.city,
  dropState: row.drop_to.state,
  dropPincode: row.drop_to.pincode,
  dropEmail: row.drop_to.email ?? null,
  invoiceNumber: row.invoice_number,
  invoiceDate: isoOrNull(row.invoice_date),
  labelGeneratedAt: isoOrNull(row.label_generated_at),
  orderDate: isoOrNull(row.order_date),
  pickupScheduledAt: isoOrNull(row.pickup_scheduled_at),
  pickedUpAt: isoOrNull(row.picked_up_at),
  deliveredAt: isoOrNull(row.delivered_at),
  cancelledAt: isoOrNull(row.cancelled_at),
  expectedDeliveryDate: isoOrNull(row.expected_delivery_date),
  lastStatusUpdate: isoOrNull(row.last_status_update),
  codCollectedAt: isoOrNull(row.cod_collected_at),
  podFetchedAt: isoOrNull(row.pod_fetched_at),
  qcCheckedAt: isoOrNull(row.qc_checked_at),
  labelUrl: row.awb_number === null ? null : `${apiBaseUrl}/shipments/${row.id}/label.pdf`,
  commercialInvoiceUrl: row.awb_number === null ? null : `${apiBaseUrl}/shipments/${row.id}/invoice.pdf`,
  isQcRequired: row.is_qc_required,
  forwardShipmentId: row.forward_shipment_id,
  qcStatus: row.qc_status,
  qcRemarks: row.qc_remarks,
  qcImages: row.qc_images,
  podRecipientName: row.pod_recipient_name,
  podRecipientRelation: row.pod_recipient_relation,
  podRecipientContact: row.pod_recipient_contact,
  podDocumentUrl: row.pod_document_url,
  isCodCollected: row.cod_collected_at !== null,
  remarks: row.remarks,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  packages: row.packages.map(toPackage),
});

/** The frozen `data.shipment` of a webhook; a QC result rides along once there is one. */
export const toWebhookShipment = (row: ShipmentRow): WebhookShipment => ({
  id: row.id,
  shipmentNumber: row.shipment_number,
  awbNumber: row.awb_number,
  orderReferenceNumber: row.order_reference_number,
  channelOrderId: row.channel_order_id,
  channelName: row.channel_name,
  shipmentType: row.shipment_type,
  status: row.status,
  paymentMode: row.payment_mode,
  courier: row.carrier_id === null ? null : (findCarrier(row.carrier_id)?.providerForm ?? null),
  carrierId: row.carrier_id,
  invoiceValue: toInr(row.invoice_value_paise),
  codAmount: toInr(row.cod_amount_paise),
  totalCharge: inrOrNull(row.total_charge_paise),
  totalWeight: Number(row.total_weight_grams),
  dropName: row.drop_to.name,
  dropCity: row.drop_to.city,
  dropState: row.drop_to.state,
  dropPincode: row.drop_to.pincode,
  pickedUpAt: isoOrNull(row.picked_up_at),
  deliveredAt: isoOrNull(row.delivered_at),
  cancelledAt: isoOrNull(row.cancelled_at),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  ...(row.qc_status === null
    ? {}
    : {
        qcStatus: row.qc_status,
        qcRemarks: row.qc_remarks,
        qcImages: row.qc_images,
        qcCheckedAt: isoOrNull(row.qc_checked_at),
      }),
});

export const isoOrNull = (value: Date | null): string | null => value?.toISOString() ?? null;

const inrOrNull = (amountPaise: number | null): number | null => (amountPaise === null ? null : toInr(amountPaise));

/** One package has its own dimensions; several have none that a single box could show. */
const totalDimensions = (packages: StoredPackage[]) => {
  const [only] = packages;
  return packages.length === 1 && only !== undefined
    ? { totalLength: only.lengthCm, totalBreadth: only.breadthCm, totalHeight: only.heightCm }
    : { totalLength: null, totalBreadth: null, totalHeight: null };
};

const toPackage = (stored: StoredPackage, index: number): Shipment['packages'][number] => ({
  id: stored.id,
  packageNumber: index + 1,
  weightGrams: stored.weightGrams,
  lengthCm: stored.lengthCm,
  breadthCm: stored.breadthCm,
  heightCm: stored.heightCm,
  items: stored.items.map((item) => ({
    id: item.id,
    itemName: item.name,
    sku: item.sku ?? null,
    hsnCode: item.hsnCode ?? null,
    category: item.category ?? null,
    brand: item.brand ?? null,
    color: item.color ?? null,
    imageUrl: item.imageUrl ?? null,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    totalPrice: Math.round(item.unitPrice * item.quantity * 100) / 100,
  })),
});
