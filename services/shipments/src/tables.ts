import type {
  Address,
  AllocationTrace,
  Candidate,
  CourierCode,
  PaymentMode,
  QcStatus,
  ShipmentPackage,
  ShipmentStatus,
  ShipmentType,
} from '@freight/contracts';
import type { OutboxTable } from '@freight/runtime';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { BulkDownloadsTable, CourierLabelsTable, PodDocumentsTable } from './documents/document.tables.ts';

/** jsonb that is written as text and read parsed. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

/** A package as it is kept: what the merchant sent and the ids we gave it and its items. */
export type StoredPackage = Omit<ShipmentPackage, 'items'> & {
  id: string;
  items: (ShipmentPackage['items'][number] & { id: string; color?: string; imageUrl?: string })[];
};

export type ShipmentsTable = {
  organization_id: string;
  id: string;
  shipment_number: string;
  shipment_type: ShipmentType;
  payment_mode: PaymentMode;
  status: ShipmentStatus;
  version: Generated<number>;
  revision: Generated<number>;
  created_by_operation: string;
  cancelled_by_operation: string | null;
  holds_reference: boolean;
  order_reference_number: string;
  channel_order_id: string | null;
  channel_name: string | null;
  invoice_value_paise: number;
  cod_amount_paise: number;
  invoice_number: string | null;
  invoice_date: Date | null;
  order_date: Date | null;
  pickup: Json<Address>;
  drop_to: Json<Address>;
  return_to: NullableJson<Address>;
  packages: Json<StoredPackage[]>;
  /** numeric arrives as text. */
  total_weight_grams: ColumnType<string, number, number>;
  shipper_gstin: string | null;
  preferred_courier: string | null;
  preferred_carrier_id: string | null;
  is_fragile: boolean;
  is_insured: boolean;
  is_otp_delivery: boolean;
  is_qc_required: boolean;
  vas_service_ids: string[];
  forward_shipment_id: string | null;
  remarks: string | null;
  courier: CourierCode | null;
  carrier_id: string | null;
  awb_number: string | null;
  courier_order_id: string | null;
  sort_code: string | null;
  attempt_id: string | null;
  freight_paise: number | null;
  cod_charge_paise: number | null;
  vas_paise: number | null;
  gst_paise: number | null;
  total_charge_paise: number | null;
  rto_charge_paise: number | null;
  charged_weight_grams: number | null;
  volumetric_weight_grams: number | null;
  billed_weight_grams: number | null;
  zone: string | null;
  label_generated_at: Date | null;
  pickup_scheduled_at: Date | null;
  picked_up_at: Date | null;
  delivered_at: Date | null;
  cancelled_at: Date | null;
  expected_delivery_date: Date | null;
  last_status_update: Date | null;
  last_scan_at: Date | null;
  tracking_due_at: Date | null;
  cod_collected_at: Date | null;
  qc_status: QcStatus | null;
  qc_remarks: string | null;
  qc_images: NullableJson<string[]>;
  qc_checked_at: Date | null;
  pod_recipient_name: string | null;
  pod_recipient_relation: string | null;
  pod_recipient_contact: string | null;
  pod_document_url: string | null;
  pod_fetched_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

/**
 * The columns by name: a prepared `select *` breaks on running replicas when a migration adds a column.
 */
export const shipmentColumns = [
  'organization_id',
  'id',
  'shipment_number',
  'shipment_type',
  'payment_mode',
  'status',
  'version',
  'revision',
  'created_by_operation',
  'cancelled_by_operation',
  'holds_reference',
  'order_reference_number',
  'channel_order_id',
  'channel_name',
  'invoice_value_paise',
  'cod_amount_paise',
  'invoice_number',
  'invoice_date',
  'order_date',
  'pickup',
  'drop_to',
  'return_to',
  'packages',
  'total_weight_grams',
  'shipper_gstin',
  'preferred_courier',
  'preferred_carrier_id',
  'is_fragile',
  'is_insured',
  'is_otp_delivery',
  'is_qc_required',
  'vas_service_ids',
  'forward_shipment_id',
  'remarks',
  'courier',
  'carrier_id',
  'awb_number',
  'courier_order_id',
  'sort_code',
  'attempt_id',
  'freight_paise',
  'cod_charge_paise',
  'vas_paise',
  'gst_paise',
  'total_charge_paise',
  'rto_charge_paise',
  'charged_weight_grams',
  'volumetric_weight_grams',
  'billed_weight_grams',
  'zone',
  'label_generated_at',
  'pickup_scheduled_at',
  'picked_up_at',
  'delivered_at',
  'cancelled_at',
  'expected_delivery_date',
  'last_status_update',
  'last_scan_at',
  'tracking_due_at',
  'cod_collected_at',
  'qc_status',
  'qc_remarks',
  'qc_images',
  'qc_checked_at',
  'pod_recipient_name',
  'pod_recipient_relation',
  'pod_recipient_contact',
  'pod_document_url',
  'pod_fetched_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ShipmentsTable)[];

export type TrackingEventsTable = {
  organization_id: string;
  id: string;
  shipment_id: string;
  fingerprint: string;
  status: ShipmentStatus;
  description: string;
  location: string | null;
  event_time: Date;
  received_at: Generated<Date>;
  raw_status: string | null;
  raw_status_code: string | null;
  version: number | null;
};

export type BookingStatus = 'OPEN' | 'BOOKED' | 'FAILED';
export type AttemptStep = 'RESERVING' | 'SENT' | 'BOOKED' | 'RELEASING' | 'RELEASED';

/** Why a booking failed, as the merchant was told, if the process lived to say it. */
export type BookingFailure = { code: string; message: string };

export type BookingsTable = {
  organization_id: string;
  id: string;
  shipment_id: string;
  operation_id: string;
  status: BookingStatus;
  candidates: JSONColumnType<Candidate[]>;
  trace: JSONColumnType<AllocationTrace>;
  may_fail_over: boolean;
  failure: NullableJson<BookingFailure>;
  started_at: Generated<Date>;
  settled_at: Date | null;
};

export type BookingAttemptsTable = {
  organization_id: string;
  id: string;
  booking_id: string;
  shipment_id: string;
  attempt_number: number;
  carrier_id: string;
  reference: string;
  candidate: JSONColumnType<Candidate>;
  step: AttemptStep;
  sent_at: Date | null;
  awb_number: string | null;
  last_error: string | null;
  lease_until: Date;
  recovery_tries: Generated<number>;
  watch_until: Date | null;
  started_at: Generated<Date>;
  settled_at: Date | null;
};

export type CourierTasksTable = {
  organization_id: string;
  id: string;
  kind: 'REQUEST_PICKUP' | 'CANCEL';
  shipment_id: string;
  courier: CourierCode;
  awb_number: string;
  status: Generated<'DUE' | 'DONE' | 'GIVEN_UP'>;
  tries: Generated<number>;
  due_at: Generated<Date>;
  last_error: string | null;
  created_at: Generated<Date>;
  settled_at: Date | null;
};

export type CourierPushesTable = {
  id: string;
  courier: CourierCode;
  fingerprint: string;
  body: Buffer;
  status: Generated<'DUE' | 'APPLIED' | 'DEAD'>;
  reason: string | null;
  tries: Generated<number>;
  due_at: Generated<Date>;
  received_at: Generated<Date>;
  applied_at: Date | null;
};

export type PickupAddressesTable = {
  organization_id: string;
  id: string;
  created_by_operation: string;
  address: Json<Address>;
  is_default: Generated<boolean>;
  created_at: Generated<Date>;
};

export type Tables = {
  shipments: ShipmentsTable;
  tracking_events: TrackingEventsTable;
  bookings: BookingsTable;
  booking_attempts: BookingAttemptsTable;
  courier_tasks: CourierTasksTable;
  courier_pushes: CourierPushesTable;
  pickup_addresses: PickupAddressesTable;
  courier_labels: CourierLabelsTable;
  pod_documents: PodDocumentsTable;
  bulk_downloads: BulkDownloadsTable;
  outbox: OutboxTable;
};

export type ShipmentRow = Selectable<ShipmentsTable>;
export type TrackingEventRow = Selectable<TrackingEventsTable>;
export type BookingRow = Selectable<BookingsTable>;
export type AttemptRow = Selectable<BookingAttemptsTable>;
export type CourierTaskRow = Selectable<CourierTasksTable>;

const jsonColumns: readonly (keyof ShipmentRow)[] = ['pickup', 'drop_to', 'return_to', 'packages', 'qc_images'];

/** A column's value as a statement takes it: jsonb goes in as text, since the driver would write an array as a SQL array. */
export const writtenColumn = (row: ShipmentRow, column: keyof ShipmentRow): unknown => {
  const value = row[column];
  return jsonColumns.includes(column) && value !== null ? JSON.stringify(value) : value;
};
