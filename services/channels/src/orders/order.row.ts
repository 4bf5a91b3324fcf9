import { type listChannelOrders, type OutputOf, toInr } from '@freight/contracts';
import type { OrderRow } from './order.store.ts';

type ChannelOrder = OutputOf<typeof listChannelOrders>['data'][number];

export const toOrder = (row: OrderRow): ChannelOrder => ({
  id: row.id,
  externalOrderId: row.external_order_id,
  externalOrderNumber: row.external_order_number,
  customerName: row.customer_name,
  destinationCity: row.destination_city,
  destinationPincode: row.destination_pincode,
  paymentMode: row.payment_mode,
  totalValue: toInr(row.total_value_paise),
  status: row.status,
  integration: { name: row.integration_name, type: row.integration_type },
  shipmentId: row.shipment_id,
  shipmentStatus: row.shipment_status,
  shipmentAwb: row.shipment_awb,
});
