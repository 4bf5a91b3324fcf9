import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { dateTime, idField, pageOf, paging, text } from './wire.ts';

const tag = 'Rate plans';

const ratePlanVersion = z.object({
  ratePlanId: z.string(),
  version: z.int(),
  effectiveFrom: dateTime,
  /** The form in which it came. */
  format: z.enum(['json', 'csv']),
  createdAt: dateTime,
});
export type RatePlanVersion = z.output<typeof ratePlanVersion>;

const ratePlan = z.object({
  id: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  /** The version that prices now; null before the first takes effect. */
  currentVersion: z.int().nullable(),
  createdAt: dateTime,
});
export type RatePlanSummary = z.output<typeof ratePlan>;

export const listRatePlans = defineOperation({
  name: 'rates.list-rate-plans',
  scope: 'system',
  summary: 'Rate plans by name, each with the version that prices now',
  http: { method: 'GET', path: '/rate-plans', audience: 'operator', tag, answer: 'page' },
  input: z.object(paging),
  output: pageOf(ratePlan),
});

export const createRatePlan = defineOperation({
  name: 'rates.create-rate-plan',
  scope: 'system',
  summary: 'Create a rate plan; it prices nothing before it has a version',
  http: { method: 'POST', path: '/rate-plans', audience: 'operator', tag, status: 201 },
  input: z.object({ name: text(200) }),
  output: ratePlan,
});

export const getRatePlan = defineOperation({
  name: 'rates.get-rate-plan',
  scope: 'system',
  summary: 'One rate plan with its versions, newest first',
  http: { method: 'GET', path: '/rate-plans/{id}', audience: 'operator', tag },
  input: z.object({ id: idField }),
  output: ratePlan.extend({ versions: z.array(ratePlanVersion) }),
  errors: ['NOT_FOUND'],
});

/** The gateway takes bodies of 1 MiB; a plan of all carriers is about 40 KB. */
const maxDocumentCharacters = 1_000_000;

export const createRatePlanVersion = defineOperation({
  name: 'rates.create-rate-plan-version',
  scope: 'system',
  summary: 'Add a version that prices from a moment on; booked shipments keep the version that priced them',
  description:
    'Give the cards either as `document` (JSON) or as `csv` (the same as text); version 1 of the plan `demo` shows both forms. A document with a hole, an overlap, a negative amount or another currency than INR is refused: `errors` names every field at fault, for CSV every line (`csv.12` is line 12).',
  http: { method: 'POST', path: '/rate-plans/{id}/versions', audience: 'operator', tag, status: 201 },
  input: z
    .object({
      id: idField,
      effectiveFrom: dateTime,
      document: z.record(z.string(), z.unknown()).optional(),
      csv: z.string().min(1).max(maxDocumentCharacters).optional(),
    })
    .refine(({ document, csv }) => (document === undefined) !== (csv === undefined), {
      path: ['document'],
      message: 'exactly one of document and csv is required',
    }),
  output: ratePlanVersion,
  errors: ['NOT_FOUND'],
});

export const exportRatePlanVersion = defineOperation({
  name: 'rates.export-rate-plan-version',
  scope: 'system',
  summary: 'A version as it came; `format` asks for the other form of the same prices',
  http: {
    method: 'GET',
    path: '/rate-plans/{id}/versions/{version}',
    audience: 'operator',
    tag,
    answer: 'file',
  },
  input: z.object({
    id: idField,
    version: z.coerce.number().int().min(1).max(1_000_000),
    format: z.enum(['json', 'csv']).optional(),
  }),
  output: z.unknown(),
  errors: ['NOT_FOUND'],
});

const assignment = z.object({
  organizationId: z.string(),
  ratePlanId: z.string(),
  /** False while the organization has none of its own and is priced by the default plan. */
  isAssigned: z.boolean(),
  assignedAt: dateTime.nullable(),
});

export const putOrganizationRatePlan = defineOperation({
  name: 'rates.put-organization-rate-plan',
  scope: 'system',
  summary: 'Price an organization, live and test, by this plan from now on',
  http: { method: 'PUT', path: '/organizations/{organizationId}/rate-plan', audience: 'operator', tag },
  input: z.object({ organizationId: idField, ratePlanId: idField }),
  output: assignment,
  errors: ['NOT_FOUND'],
});

export const getOrganizationRatePlan = defineOperation({
  name: 'rates.get-organization-rate-plan',
  scope: 'system',
  summary: 'The plan that prices an organization: its own, or the default',
  http: { method: 'GET', path: '/organizations/{organizationId}/rate-plan', audience: 'operator', tag },
  input: z.object({ organizationId: idField }),
  output: assignment,
  errors: ['NOT_FOUND'],
});

export const ratePlanOperations = [
  listRatePlans,
  createRatePlan,
  getRatePlan,
  createRatePlanVersion,
  exportRatePlanVersion,
  putOrganizationRatePlan,
  getOrganizationRatePlan,
] as const;
