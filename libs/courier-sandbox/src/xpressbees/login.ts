import { sandboxCredentials } from '../credentials.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { bearerOf, isLiveToken, issueToken } from '../tokens.ts';

const tokenLifeMs = 3 * 3_600_000;

/** Every refusal has this form, mostly under HTTP 200. */
export const failure = (message: string, status = 200): WireAnswer => json({ status: false, message }, status);

/** POST /users/login {email, password}. */
export const login = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const { email, password } = sandboxCredentials.xpressbees;
  const isGood = textOf(body?.['email']) === email && textOf(body?.['password']) === password;
  return isGood
    ? json({ status: true, data: issueToken(world, 'xpressbees', tokenLifeMs) })
    : failure('Invalid login credentials');
};

export const checkToken = (request: WireRequest, world: World): WireAnswer | undefined => {
  const isLogin = request.path === '/users/login';
  const isGood = isLogin || isLiveToken(world, 'xpressbees', bearerOf(request.headers['authorization']));
  return isGood ? undefined : failure('Unauthenticated', 401);
};
