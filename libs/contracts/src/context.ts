/**
 * What travels with every call beside its input. It is made once, in the gateway (or by a service that acts by itself), and
 * handed on unchanged, so that one request keeps one id through logs, traces, services and couriers.
 */
export type Actor =
  | { type: 'api-key'; id: string }
  | { type: 'operator'; id: string }
  | { type: 'service'; id: ServiceName }
  | { type: 'public' };

export const serviceNames = ['gateway', 'shipments', 'rates', 'billing', 'channels', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

export type SystemContext = {
  requestId: string;
  /**
   * Equal for every run of one request: a retry with the same Idempotency-Key carries the same operation id, so a service
   * that makes something keeps it under this id and finds it again instead of making a second one.
   */
  operationId: string;
  actor: Actor;
};

export type OrganizationContext = SystemContext & {
  /** The tenant. Test data of an organization is a tenant of its own, see `testTenantOf`. */
  organizationId: string;
};

export type CallContext = SystemContext | OrganizationContext;

const testSuffix = '_test';

/** The tenant that holds an organization's test data: `org_01…` → `org_01…_test`. Stable, so that services need no look-up. */
export const testTenantOf = (organizationId: string): string =>
  organizationId.endsWith(testSuffix) ? organizationId : `${organizationId}${testSuffix}`;

/** The organization behind a tenant: `org_01…_test` → `org_01…`; a live tenant is its own organization. */
export const organizationOfTenant = (tenantId: string): string =>
  tenantId.endsWith(testSuffix) ? tenantId.slice(0, -testSuffix.length) : tenantId;

export const isTestTenant = (tenantId: string): boolean => tenantId.endsWith(testSuffix);
