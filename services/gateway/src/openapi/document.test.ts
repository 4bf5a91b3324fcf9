import { operations, pathFields, webhookEvents } from '@freight/contracts';
import { describe, expect, it } from 'vitest';
import { answersSecret } from '../http/answer-operation.ts';
import { buildOpenApi, type OpenApiDocument } from './document.ts';

const documents = { merchant: buildOpenApi(operations, 'merchant'), operator: buildOpenApi(operations, 'operator') };

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Entry = { operationId: string; parameters: { name?: string; in?: string; $ref?: string }[]; responses: object };

const entriesOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, entry]) => ({
      path,
      method,
      // The document's own type leaves entries open; this test is what checks their form.
      entry: entry as Entry,
    })),
  );

const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
};

const resolves = (document: OpenApiDocument, reference: string): boolean => {
  let here: unknown = document;
  for (const step of reference.replace('#/', '').split('/')) {
    here = typeof here === 'object' && here !== null ? Object.getOwnPropertyDescriptor(here, step)?.value : undefined;
  }
  return here !== undefined;
};

describe.each(['merchant', 'operator'] as const)('the %s document', (audience) => {
  const document = documents[audience];
  const audiences = audience === 'operator' ? ['operator'] : ['merchant', 'public'];
  const expected = operations.filter(({ http }) => http !== undefined && audiences.includes(http.audience));

  it('is OpenAPI 3.1, version 1.0.0, and plain JSON', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('names exactly the operations that are served', () => {
    const named = entriesOf(document).map(({ path, method, entry }) => `${entry.operationId} ${method} ${path}`);
    expect(named.toSorted()).toEqual(
      expected.map(({ name, http }) => `${name} ${http?.method.toLowerCase()} ${http?.path}`).toSorted(),
    );
  });

  it('refers only to what it contains', () => {
    for (const reference of references(document))
      expect([reference, resolves(document, reference)]).toEqual([reference, true]);
  });

  it('declares each field of a path once, and no other', () => {
    for (const { path, method, entry } of entriesOf(document)) {
      expect(methods).toContain(method);
      const declared = entry.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(declared).toEqual(pathFields(path));
    }
  });

  it('offers Idempotency-Key on every change and nowhere else', () => {
    for (const { method, entry } of entriesOf(document)) {
      const offered = entry.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
      expect(offered).toBe(method !== 'get');
    }
  });

  it('gives every operation a success and the errors that any of them may answer', () => {
    for (const { entry } of entriesOf(document)) {
      const statuses = Object.keys(entry.responses);
      expect(statuses.some((status) => /^[23]/.test(status))).toBe(true);
      for (const status of ['400', '429', '500', '503', '504']) expect(statuses).toContain(status);
    }
  });

  it('says nowhere that an answer has no further fields', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
  });
});

it('the merchant document has every event that is delivered', () => {
  expect(Object.keys(documents.merchant.webhooks ?? {}).toSorted()).toEqual([...webhookEvents, 'test.ping'].toSorted());
});

it('the operator API is not in the merchant document', () => {
  expect(JSON.stringify(documents.merchant)).not.toContain('OPERATOR_TOKEN');
});

it('a fixed address stands in front of the paths', () => {
  expect(buildOpenApi(operations, 'merchant', 'https://api.example.com/').servers).toEqual([
    { url: 'https://api.example.com/api/v1' },
  ]);
});

it('the answers that are sealed are those that tell a secret once', () => {
  expect(
    operations
      .filter(({ http }) => http !== undefined)
      .filter(answersSecret)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'gateway.create-api-key',
    'gateway.create-organization-api-key',
    'webhooks.create-subscription',
    'webhooks.rotate-secret',
  ]);
});
