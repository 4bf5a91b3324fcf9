import { sandboxCredentials } from '../credentials.ts';
import { isObject, json, textOf, type WireAnswer } from '../dialect.ts';

/** A refusal as the gateway gives it: HTTP 400 with `error-response`. */
export const refusal = (code: string, information: string): WireAnswer =>
  json(
    { title: 'Bad Request', status: 400, 'error-response': [{ IsError: true, Status: [status(code, information)] }] },
    400,
  );

/** A refusal inside the result, with HTTP 200. */
export const failedResult = (name: string, code: string, information: string): WireAnswer =>
  json({ [name]: { IsError: true, Status: [status(code, information)] } });

export const validResult = (name: string, fields: Record<string, unknown>, information: string): WireAnswer =>
  json({ [name]: { IsError: false, Status: [status('Valid', information)], ...fields } });

const status = (StatusCode: string, StatusInformation: string) => ({ StatusCode, StatusInformation });

/** Every body carries a profile; some calls write it small. */
export const profileRefusal = (body: Record<string, unknown> | undefined): WireAnswer | undefined => {
  const profile = body?.['Profile'] ?? body?.['profile'];
  const { loginId, licenceKey } = sandboxCredentials.bluedart;
  const isGood =
    isObject(profile) && textOf(profile['LoginID']) === loginId && textOf(profile['LicenceKey']) === licenceKey;
  return isGood ? undefined : refusal('InvalidLogin', 'Invalid LoginID or LicenceKey');
};
