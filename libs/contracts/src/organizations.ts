import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { dateOrDateTime, dateTime, email, idField, pageOf, paging, text } from './wire.ts';

export const kycStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const;

const rateLimit = z.object({ perSecond: z.int().min(1).max(100_000), burst: z.int().min(1).max(200_000) });

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  contactEmail: z.string().nullable(),
  /** Shown to buyers on the tracking page; absent when none is set. */
  logoUrl: z.string().optional(),
  kycStatus: z.enum(kycStatuses),
  isSuspended: z.boolean(),
  rateLimit,
  createdAt: dateTime,
});
export type Organization = z.output<typeof organization>;

/** The demonstration organization of an embedded installation has always the same id, so that whoever fills it need not ask. */
export const demoOrganizationId = 'org_00000000000000000000demo00';

/** A browser shows it under a policy that names its origin. */
const logoUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(1_000);

const tag = 'Organizations';

export const createOrganization = defineOperation({
  name: 'gateway.create-organization',
  scope: 'system',
  summary: 'Create an organization',
  http: { method: 'POST', path: '/organizations', audience: 'operator', tag, status: 201 },
  input: z.object({ name: text(200), contactEmail: email.optional() }),
  output: organization,
});

export const listOrganizations = defineOperation({
  name: 'gateway.list-organizations',
  scope: 'system',
  summary: 'Organizations, newest first',
  http: { method: 'GET', path: '/organizations', audience: 'operator', tag, answer: 'page' },
  input: z.object({ ...paging, search: text(200).optional() }),
  output: pageOf(organization),
});

export const getOrganization = defineOperation({
  name: 'gateway.get-organization',
  scope: 'system',
  summary: 'One organization',
  http: { method: 'GET', path: '/organizations/{organizationId}', audience: 'operator', tag },
  callers: ['shipments', 'channels', 'webhooks', 'billing', 'rates'],
  input: z.object({ organizationId: idField }),
  output: organization,
  errors: ['NOT_FOUND'],
});

export const patchOrganization = defineOperation({
  name: 'gateway.patch-organization',
  scope: 'system',
  summary: 'Change name, contact, logo, KYC status, suspension or rate limit',
  http: { method: 'PATCH', path: '/organizations/{organizationId}', audience: 'operator', tag },
  input: z.object({
    organizationId: idField,
    name: text(200).optional(),
    contactEmail: email.nullable().optional(),
    logoUrl: logoUrl.nullable().optional(),
    kycStatus: z.enum(kycStatuses).optional(),
    isSuspended: z.boolean().optional(),
    rateLimit: rateLimit.optional(),
  }),
  output: organization,
  errors: ['NOT_FOUND'],
});

export const keyModes = ['live', 'test'] as const;

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  mode: z.enum(keyModes),
  isActive: z.boolean(),
  lastUsedAt: dateTime.nullable(),
  expiresAt: dateTime.nullable(),
  createdAt: dateTime,
});
export type ApiKey = z.output<typeof apiKey>;

const createdApiKey = apiKey.extend({ key: z.string() });

export const listApiKeys = defineOperation({
  name: 'gateway.list-api-keys',
  scope: 'organization',
  summary: 'The organization’s API keys, hashed',
  http: { method: 'GET', path: '/settings/api-keys', audience: 'merchant', tag: 'API keys' },
  input: z.object({}),
  output: z.array(apiKey),
});

export const createApiKey = defineOperation({
  name: 'gateway.create-api-key',
  scope: 'organization',
  summary: 'Create an API key; its full value is in this answer and nowhere else',
  http: { method: 'POST', path: '/settings/api-keys', audience: 'merchant', tag: 'API keys', status: 201 },
  input: z.object({ name: text(200).optional(), expiresAt: dateTime.nullable().optional() }),
  output: createdApiKey,
});

export const revokeApiKey = defineOperation({
  name: 'gateway.revoke-api-key',
  scope: 'organization',
  summary: 'Revoke an API key; it stops working on every gateway at once',
  http: { method: 'DELETE', path: '/settings/api-keys/{id}', audience: 'merchant', tag: 'API keys' },
  input: z.object({ id: idField }),
  output: apiKey,
  errors: ['NOT_FOUND'],
});

export const createOrganizationApiKey = defineOperation({
  name: 'gateway.create-organization-api-key',
  scope: 'system',
  summary: 'Create an API key for an organization, live or test',
  http: {
    method: 'POST',
    path: '/organizations/{organizationId}/api-keys',
    audience: 'operator',
    tag,
    status: 201,
  },
  input: z.object({
    organizationId: idField,
    name: text(200).optional(),
    expiresAt: dateTime.nullable().optional(),
    mode: z.enum(keyModes).default('live'),
  }),
  output: createdApiKey,
  errors: ['NOT_FOUND'],
});

export const listAuditLog = defineOperation({
  name: 'gateway.list-audit-log',
  scope: 'system',
  summary: 'Who changed what, and when; newest first',
  http: { method: 'GET', path: '/audit-log', audience: 'operator', tag: 'Audit', answer: 'page' },
  input: z.object({
    ...paging,
    organizationId: idField.optional(),
    from: dateOrDateTime.optional(),
    to: dateOrDateTime.optional(),
  }),
  output: pageOf(
    z.object({
      id: z.string(),
      actor: z.string(),
      operation: z.string(),
      organizationId: z.string().nullable(),
      requestId: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      createdAt: dateTime,
    }),
  ),
});

export const gatewayOperations = [
  createOrganization,
  listOrganizations,
  getOrganization,
  patchOrganization,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  createOrganizationApiKey,
  listAuditLog,
] as const;
