import { shipmentStatuses, type WebhookShipment, webhookEventOf } from '@freight/contracts';

/** What a test webhook shows: every field of a real one, of a parcel that never was. */
export const sampleShipment: WebhookShipment = {
  id: 'shp_sample',
  shipmentNumber: 'SAMPLE-0001',
  awbNumber: '0000000000000',
  orderReferenceNumber: 'SAMPLE-ORDER-1',
  channelOrderId: null,
  channelName: null,
  shipmentType: 'FORWARD',
  status: 'DELIVERED',
  paymentMode: 'PREPAID',
  courier: 'sample',
  carrierId: 'sample_surface',
  invoiceValue: 499,
  codAmount: 0,
  totalCharge: 64.9,
  totalWeight: 500,
  dropName: 'Test Receiver',
  dropCity: 'Mumbai',
  dropState: 'Maharashtra',
  dropPincode: '400001',
  pickedUpAt: '2026-01-01T09:00:00.000Z',
  deliveredAt: '2026-01-02T12:00:00.000Z',
  cancelledAt: null,
  createdAt: '2026-01-01T06:00:00.000Z',
  updatedAt: '2026-01-02T12:00:00.000Z',
};

/** The sample as an event shows it: in the status that the event announces; any other event shows it delivered. */
export const sampleShipmentOf = (event: string): WebhookShipment => {
  // `shipment.created` can be subscribed to but is never emitted, so no status announces it.
  const announced =
    event === 'shipment.created' ? 'CREATED' : shipmentStatuses.find((one) => webhookEventOf(one) === event);
  const status = announced ?? sampleShipment.status;
  const { pickedUpAt, deliveredAt, updatedAt } = sampleShipment;
  return {
    ...sampleShipment,
    status,
    pickedUpAt: beforePickup.has(status) ? null : pickedUpAt,
    deliveredAt: status === 'DELIVERED' ? deliveredAt : null,
    cancelledAt: status === 'CANCELLED' ? updatedAt : null,
  };
};

const beforePickup: ReadonlySet<string> = new Set(['CREATED', 'LABEL_GENERATED', 'PICKUP_SCHEDULED', 'CANCELLED']);
