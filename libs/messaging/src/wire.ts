import type { CallContext } from '@freight/contracts';

// Present only where they say something: two headers cost 5–10 % of a round trip.
export const statusHeader = 'Freight-Status';
export const contentTypeHeader = 'Freight-Content-Type';
export const fileNameHeader = 'Freight-File-Name';
export const nextPieceHeader = 'Freight-Next-Piece';

/** One request on the bus. Context and trace travel in the payload, since headers would cost more than the fields. */
export const encodeRequest = (request: {
  context: CallContext;
  input: unknown;
  traceparent: string | undefined;
}): string => JSON.stringify(request);

/** A request as it arrived: nothing in it is known to be what it should be. */
export type RequestEnvelope = {
  context: unknown;
  input: unknown;
  traceparent: string | undefined;
};

const decoder = new TextDecoder();

/** Splits a request into its parts; what is not JSON becomes a request without context, which no operation accepts. */
export const decodeRequest = (data: Uint8Array): RequestEnvelope => {
  const request = parseJson(data);
  return {
    context: fieldOf(request, 'context'),
    input: fieldOf(request, 'input'),
    traceparent: stringOf(fieldOf(request, 'traceparent')),
  };
};

/** A field of something that may not be an object at all. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

export const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const parseJson = (data: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(data));
  } catch {
    return undefined;
  }
};
