import type { WebhookShipment } from '@freight/contracts';

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
