import { defineOperation, FreightError, type HttpBinding } from '@freight/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createInputReader } from './read-input.ts';

const reader = (http: Partial<HttpBinding>, input: z.ZodType) =>
  createInputReader(
    defineOperation({
      name: 'rates.sample',
      scope: 'system',
      summary: 'sample',
      http: { method: 'POST', path: '/things/{id}', audience: 'merchant', tag: 'Sample', ...http },
      input,
      output: z.unknown(),
    }),
  );

const source = (body = '', target = '/things/1', contentType = 'application/json') => ({
  pathParameters: { id: '1' },
  target,
  headers: new Headers(contentType === '' ? {} : { 'content-type': contentType }),
  body: new TextEncoder().encode(body),
});

describe('input of an operation with a body', () => {
  const read = reader({}, z.object({ id: z.string(), note: z.string().optional() }));

  it('is the body with the path’s fields, which a body cannot replace', () => {
    expect(read(source('{"note":"x","id":"2"}'))).toEqual({ id: '1', note: 'x' });
  });

  it.each(['application/json', '', 'text/plain'])('may be empty with the content type %j', (contentType) => {
    expect(read(source('', '/things/1', contentType))).toEqual({ id: '1' });
  });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.api+json',
    'application/json;charset="UTF-8"',
  ])('is read as %s', (contentType) => expect(read(source('{}', '/things/1', contentType))).toEqual({ id: '1' }));

  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
  ])('is refused as %j', (contentType) => {
    expect(() => read(source('{}', '/things/1', contentType))).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE' }),
    );
  });

  it.each(['[]', 'null', '1', '"x"'])('%s is no object of fields', (body) => {
    expect(() => read(source(body))).toThrow(expect.objectContaining({ errors: { body: [expect.any(String)] } }));
  });

  it('leaves no way into a prototype', () => {
    expect(read(source('{"__proto__":{"note":"x"},"constructor":1}'))).toEqual({ id: '1' });
  });

  it('names each field at fault by its path, at most a hundred of them', () => {
    const items = reader({}, z.object({ items: z.array(z.object({ n: z.number() })) }));
    const body = JSON.stringify({ items: Array.from({ length: 1_000 }, () => ({ n: 'x' })) });
    expect(faultOf(() => items(source(body)))).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { 'items.7.n': [expect.any(String)] },
    });
    expect(Object.keys(faultOf(() => items(source(body)))?.errors ?? {})).toHaveLength(100);
  });
});

const faultOf = (run: () => unknown): FreightError | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof FreightError ? error : undefined;
  }
};

describe('input of an operation without a body', () => {
  const read = reader({ method: 'GET' }, z.object({ id: z.string(), q: z.string().optional() }));

  it('is the query with the path’s fields, and unknown parameters are ignored', () => {
    expect(read(source('', '/things/1?q=a%20b+c&x=1&x=2&id=9'))).toEqual({ id: '1', q: 'a b c' });
  });

  it('does not choose between two values of one parameter', () => {
    expect(() => read(source('', '/things/1?q=a&q=b'))).toThrow(
      expect.objectContaining({ errors: { q: [expect.any(String)] } }),
    );
  });

  it.each([
    '/things/1?q=%00',
    '/things/1?%00=1',
    '/things/1?x=%ED%A0%80',
    '/things/%00',
    '/things/1?q=%zz',
    '/things/1?q=%C3',
  ])('%s is refused', (target) => {
    expect(() => read(source('', target))).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});

it('a body that is one value goes to the field that the contract names', () => {
  const read = reader({ bodyField: 'rules' }, z.object({ id: z.string(), rules: z.array(z.number()) }));
  expect(read(source('[1,2]'))).toEqual({ id: '1', rules: [1, 2] });
  expect(() => read(source(''))).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
});
