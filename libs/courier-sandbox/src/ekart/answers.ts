import { json, type WireAnswer } from '../dialect.ts';

/** Errors have one form: `{ statusCode, code, message, description, severity }`. */
export const failure = (status: number, code: string, description: string): WireAnswer =>
  json({ statusCode: status, code, message: code, description, severity: 'ERROR' }, status);

export const invalid = (description: string): WireAnswer => failure(400, 'SWIFT_VALIDATION_EXCEPTION', description);

export const missing = (description: string): WireAnswer =>
  failure(404, 'SWIFT_RESOURCE_NOT_FOUND_EXCEPTION', description);

export const acknowledged = (status: boolean, trackingId: string, remark: string) => ({
  status,
  tracking_id: trackingId,
  remark,
});
