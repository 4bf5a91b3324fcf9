import type { ErrorCode, FreightError } from '@freight/contracts';
import type { RawAnswer } from '@freight/messaging';

/** An answer before it becomes an HTTP response: what can be stored, replayed and logged. */
export type Reply = {
  status: number;
  body: Uint8Array<ArrayBuffer> | string | null;
  headers: Record<string, string>;
  /** Only on errors; for the log. */
  code?: ErrorCode;
};

/** An answer whose body comes piece by piece: it can be neither stored nor replayed, so only a read has one. */
export type StreamedReply = Omit<Reply, 'body'> & { body: ReadableStream<Uint8Array> };

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const dataPrefix = Buffer.from('{"success":true,"data":');
const pagePrefix = Buffer.from('{"success":true,');
const closingBrace = Buffer.from('}');

/** The envelope around bytes that a service wrote: they are not read here. */
export const dataReply = ({ status, body }: RawAnswer): Reply => ({
  status,
  headers: json,
  body: Buffer.concat([dataPrefix, body, closingBrace]),
});

/** `{ data, meta }` spread into the envelope: the service's opening brace gives way to ours. */
export const pageReply = ({ status, body }: RawAnswer): Reply => ({
  status,
  headers: json,
  body: Buffer.concat([pagePrefix, body.subarray(1)]),
});

/** Bytes of a document, for its holder only: never cached, never run by a browser, and its address is not passed on. */
export const fileReply = ({ status, body, contentType, fileName = 'document' }: RawAnswer): Reply => ({
  status,
  headers: {
    'Content-Type': contentType ?? 'application/octet-stream',
    'Content-Disposition': `inline; filename="${asciiName(fileName)}"; filename*=UTF-8''${encodeName(fileName)}`,
  },
  body: Buffer.from(body),
});

export const redirectReply = (location: string, status: 301 | 302 = 302): Reply => ({
  status,
  headers: { Location: location },
  body: null,
});

/** The error envelope: code, public message, field errors; never the cause. */
export const errorReply = ({ code, status, message, errors, retryAfterSeconds }: FreightError): Reply => ({
  status,
  code,
  headers: retryAfterSeconds === undefined ? json : { ...json, 'Retry-After': String(Math.ceil(retryAfterSeconds)) },
  body: JSON.stringify({ success: false, message, code, errors }),
});

const asciiName = (name: string): string => name.replaceAll(/[^\w. -]/g, '_');

/** RFC 8187: what encodeURIComponent leaves alone and a header may not hold. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
