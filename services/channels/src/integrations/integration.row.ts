import type { listChannels, OutputOf } from '@freight/contracts';
import type { IntegrationRow } from './integration.store.ts';

type Integration = OutputOf<typeof listChannels>[number];

export const toIntegration = (row: IntegrationRow): Integration => ({
  id: row.id,
  name: row.name,
  type: row.type,
  storeUrl: row.store_url,
  isActive: row.is_active,
  autoCreateShipments: row.auto_create_shipments,
  defaultPickupAddressId: row.default_pickup_address_id,
  defaultPaymentMode: row.default_payment_mode,
  defaultWeightGrams: row.default_weight_grams,
  initialSyncDays: row.initial_sync_days,
  lastSyncAt: row.last_sync_at?.toISOString() ?? null,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
