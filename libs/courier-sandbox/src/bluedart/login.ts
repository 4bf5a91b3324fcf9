import { sandboxCredentials } from '../credentials.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';

const tokenLifeMs = 24 * 3_600_000;

/** GET /token/v1/login with the headers ClientID and clientSecret: a token for a day. */
export const login = (request: WireRequest, world: World): WireAnswer => {
  const { clientId, clientSecret } = sandboxCredentials.bluedart;
  if (request.headers['clientid'] !== clientId || request.headers['clientsecret'] !== clientSecret) {
    return json({ status: 401, title: 'Unauthorized', 'error-response': [{ msg: 'Invalid client credentials' }] }, 401);
  }
  const token = `sandbox.jwt.${world.nextNumber(12)}`;
  world.store.keepNote('bluedart', `token/${token}`, world.now().getTime() + tokenLifeMs);
  return json({ JWTToken: token });
};

/** Everything but the login itself wants a token that has not run out. */
export const checkToken = (request: WireRequest, world: World): WireAnswer | undefined => {
  if (request.path === '/token/v1/login') return undefined;
  const token = request.headers['jwttoken'];
  const expiresAt = typeof token === 'string' ? world.store.note('bluedart', `token/${token}`) : undefined;
  if (typeof expiresAt === 'number' && expiresAt > world.now().getTime()) return undefined;
  return json({ status: 401, title: 'Unauthorized', 'error-response': [{ msg: 'Invalid or expired JWTToken' }] }, 401);
};
