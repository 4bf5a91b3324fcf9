import { sandboxCredentials } from '../credentials.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { isLiveToken, issueToken } from '../tokens.ts';

/** Errors have one form. */
export const failure = (status: number, code: string, message: string): WireAnswer =>
  json({ errors: [{ code, message, details: '' }] }, status);

/** POST /auth/o2/token, urlencoded: an access token for an hour. */
export const login = (request: WireRequest, world: World): WireAnswer => {
  const form = new URLSearchParams(request.body);
  const { clientId, clientSecret, refreshToken } = sandboxCredentials.amazon;
  const isGood =
    form.get('grant_type') === 'refresh_token' &&
    form.get('client_id') === clientId &&
    form.get('client_secret') === clientSecret &&
    form.get('refresh_token') === refreshToken;
  if (!isGood) return json({ error: 'invalid_grant', error_description: 'The request has an invalid grant' }, 400);
  const token = issueToken(world, 'amazon', 3_600_000);
  return json({ access_token: token, refresh_token: refreshToken, token_type: 'bearer', expires_in: 3600 });
};

/** A token that has run out is 403, as a forbidden call is. */
export const checkAccess = (request: WireRequest, world: World): WireAnswer | undefined => {
  if (request.path === '/auth/o2/token') return undefined;
  if (request.headers['x-amzn-shipping-business-id'] !== 'AmazonShipping_IN') {
    return failure(403, 'Unauthorized', 'Access to requested resource is denied');
  }
  return isLiveToken(world, 'amazon', request.headers['x-amz-access-token'])
    ? undefined
    : failure(403, 'Unauthorized', 'The access token you provided has expired');
};
