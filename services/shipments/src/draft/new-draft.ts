import { newId, type ShipmentType } from '@freight/contracts';
import type { ShipmentChange } from '../status/change-shipment.ts';
import { shipmentEvent } from '../status/shipment-event.ts';
import type { ShipmentRow } from '../tables.ts';
import type { DraftColumns } from './draft.row.ts';

/** A new draft as it will be written: the row, the first line of its timeline and its event, version 1. */
export const draftOf = (draft: {
  organizationId: string;
  id: string;
  shipmentNumber: string;
  shipmentType: ShipmentType;
  operationId: string;
  holdsReference: boolean;
  forwardShipmentId?: string;
  columns: DraftColumns;
  now: Date;
}): ShipmentChange => {
  const { now } = draft;
  const after: ShipmentRow = {
    ...notBookedYet,
    ...draft.columns,
    organization_id: draft.organizationId,
    id: draft.id,
    shipment_number: draft.shipmentNumber,
    shipment_type: draft.shipmentType,
    status: 'CREATED',
    version: 1,
    revision: 1,
    created_by_operation: draft.operationId,
    holds_reference: draft.holdsReference,
    forward_shipment_id: draft.forwardShipmentId ?? null,
    last_status_update: now,
    created_at: now,
    updated_at: now,
  };
  return {
    after,
    timeline: [
      {
        id: newId('trackingEvent'),
        fingerprint: 'status:1',
        status: 'CREATED',
        description: 'Draft created',
        location: null,
        event_time: now,
        raw_status: null,
        raw_status_code: null,
        version: 1,
      },
    ],
    events: [shipmentEvent(after, { previousStatus: null, occurredAt: now })],
  };
};

/** What only a booking or a courier fills. */
const notBookedYet = {
  courier: null,
  carrier_id: null,
  awb_number: null,
  courier_order_id: null,
  sort_code: null,
  attempt_id: null,
  freight_paise: null,
  cod_charge_paise: null,
  vas_paise: null,
  gst_paise: null,
  total_charge_paise: null,
  rto_charge_paise: null,
  charged_weight_grams: null,
  volumetric_weight_grams: null,
  billed_weight_grams: null,
  zone: null,
  label_generated_at: null,
  pickup_scheduled_at: null,
  picked_up_at: null,
  delivered_at: null,
  cancelled_at: null,
  expected_delivery_date: null,
  cancelled_by_operation: null,
  last_scan_at: null,
  tracking_due_at: null,
  cod_collected_at: null,
  qc_status: null,
  qc_remarks: null,
  qc_images: null,
  qc_checked_at: null,
  pod_recipient_name: null,
  pod_recipient_relation: null,
  pod_recipient_contact: null,
  pod_document_url: null,
  pod_fetched_at: null,
} as const satisfies Partial<ShipmentRow>;
