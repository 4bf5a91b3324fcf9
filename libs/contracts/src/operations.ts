import { allocationOperations } from './allocation.ts';
import { billingOperations } from './billing.ts';
import { channelsOperations } from './channels.ts';
import { codOperations } from './cod.ts';
import type { ServiceName } from './context.ts';
import { courierHealthOperations } from './courier-health.ts';
import type { Operation } from './operation.ts';
import { gatewayOperations } from './organizations.ts';
import { readOutboxOperation } from './outbox.ts';
import { pincodeOperations } from './pincodes.ts';
import { ratePlanOperations } from './rate-plans.ts';
import { ratesOperations } from './rates.ts';
import { serviceabilityOperations } from './serviceability.ts';
import { events } from './shipment-events.ts';
import { shipmentsOperations } from './shipments.ts';
import { webhooksOperations } from './webhooks.ts';
import { weightOperations } from './weights.ts';

/** Every operation there is. What is listed here is served, documented, permitted on the bus and tested; nothing else is. */
export const operations: readonly Operation[] = [
  ...gatewayOperations,
  ...ratesOperations,
  ...ratePlanOperations,
  ...allocationOperations,
  ...serviceabilityOperations,
  ...courierHealthOperations,
  ...pincodeOperations,
  ...shipmentsOperations,
  ...billingOperations,
  ...codOperations,
  ...weightOperations,
  ...webhooksOperations,
  ...channelsOperations,
  ...[...new Set(events.map(({ source }) => source))].map(readOutboxOperation),
];

export const operationsOf = (service: ServiceName): readonly Operation[] =>
  operations.filter((operation) => operation.service === service);
