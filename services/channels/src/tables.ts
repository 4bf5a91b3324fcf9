import type { channelErrorTypes, channelOrderStatuses, PaymentMode, ShipmentStatus } from '@freight/contracts';
import type { Generated } from 'kysely';

export type Tables = {
  integrations: {
    organization_id: string;
    id: string;
    created_by_operation: string;
    name: string;
    type: string;
    store_url: string;
    is_active: Generated<boolean>;
    auto_create_shipments: Generated<boolean>;
    default_pickup_address_id: string | null;
    default_payment_mode: Generated<PaymentMode>;
    default_weight_grams: Generated<number>;
    initial_sync_days: Generated<number>;
    last_sync_at: Date | null;
    last_error: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  channel_orders: {
    organization_id: string;
    id: string;
    integration_id: string;
    external_order_id: string;
    external_order_number: string;
    customer_name: string;
    destination_city: string;
    destination_pincode: string;
    payment_mode: PaymentMode;
    total_value_paise: number;
    status: Generated<ChannelOrderStatus>;
    error_type: ChannelErrorType | null;
    error_message: string | null;
    shipment_id: string | null;
    shipment_status: ShipmentStatus | null;
    shipment_awb: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
};

export type ChannelOrderStatus = (typeof channelOrderStatuses)[number];
export type ChannelErrorType = (typeof channelErrorTypes)[number];
