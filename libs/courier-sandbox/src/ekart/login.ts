import { sandboxCredentials } from '../credentials.ts';
import { isObject, json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { bearerOf, isLiveToken, issueToken } from '../tokens.ts';
import { failure } from './answers.ts';

const tokenLifeMs = 24 * 3_600_000;

/** POST /integrations/v2/auth/token/{client_id}: the same token until it runs out, with an `expires_in` that shrinks. */
export const login = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const { clientId, username, password } = sandboxCredentials.ekart;
  const isGood =
    request.params[0] === clientId &&
    textOf(body?.['username']) === username &&
    textOf(body?.['password']) === password;
  if (!isGood) return failure(401, 'SWIFT_UNAUTHORIZED_EXCEPTION', 'Invalid client id, username or password');
  const now = world.now().getTime();
  const kept = world.store.note('ekart', 'login');
  const isFresh = isObject(kept) && Number(kept['expiresAt']) > now;
  const grant = isFresh
    ? { token: textOf(kept['token']), expiresAt: Number(kept['expiresAt']) }
    : { token: issueToken(world, 'ekart', tokenLifeMs), expiresAt: now + tokenLifeMs };
  if (!isFresh) world.store.keepNote('ekart', 'login', grant);
  return json({
    access_token: grant.token,
    scope: 'core:all',
    expires_in: Math.floor((grant.expiresAt - now) / 1000),
    token_type: 'Bearer',
  });
};

/** Everything but the login and tracking wants the token. */
export const checkToken = (request: WireRequest, world: World): WireAnswer | undefined => {
  const isOpen = request.path.startsWith('/integrations/v2/auth/token/') || request.path.startsWith('/api/v1/track/');
  if (isOpen || isLiveToken(world, 'ekart', bearerOf(request.headers['authorization']))) return undefined;
  return failure(401, 'SWIFT_UNAUTHORIZED_EXCEPTION', 'Access token is missing or has expired');
};
