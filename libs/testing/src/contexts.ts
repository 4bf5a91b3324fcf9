import { newId, type OrganizationContext, type SystemContext } from '@freight/contracts';

/** A context as the gateway makes it for an operator's request. */
export const systemContext = (overrides: Partial<SystemContext> = {}): SystemContext => ({
  requestId: newId('operation'),
  operationId: newId('operation'),
  actor: { type: 'operator', id: 'test' },
  ...overrides,
});

/** A context as the gateway makes it for a merchant's request. */
export const organizationContext = (
  organizationId: string,
  overrides: Partial<SystemContext> = {},
): OrganizationContext => ({
  ...systemContext({ actor: { type: 'api-key', id: 'key_test' } }),
  ...overrides,
  organizationId,
});
