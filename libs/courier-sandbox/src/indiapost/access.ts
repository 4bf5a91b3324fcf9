import { sandboxCredentials } from '../credentials.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { bearerOf, isLiveToken, issueToken } from '../tokens.ts';

const accessLifeMs = 900_000;
const refreshLifeMs = 24 * 3_600_000;

export const failure = (status: number, message: string): WireAnswer => json({ success: false, message }, status);

const grant = (world: World): WireAnswer =>
  json({
    success: true,
    data: {
      access_token: issueToken(world, 'indiapost', accessLifeMs),
      refresh_token: issueToken(world, 'indiapost', refreshLifeMs),
      expires_in: accessLifeMs / 1000,
    },
  });

/** POST /v1/access/login {username, password}. */
export const login = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const { username, password } = sandboxCredentials.indiapost;
  const isGood = textOf(body?.['username']) === username && textOf(body?.['password']) === password;
  return isGood ? grant(world) : failure(401, 'Unauthorized: wrong username or password');
};

/** POST /v1/access/TokenWithRtoken {refresh_token}. */
export const refresh = (request: WireRequest, world: World): WireAnswer =>
  isLiveToken(world, 'indiapost', readObject(request.body)?.['refresh_token'])
    ? grant(world)
    : failure(401, 'Unauthorized: the refresh token has expired');

export const checkAccess = (request: WireRequest, world: World): WireAnswer | undefined => {
  if (request.path.startsWith('/v1/access/')) return undefined;
  return isLiveToken(world, 'indiapost', bearerOf(request.headers['authorization']))
    ? undefined
    : failure(401, 'Unauthorized: the token is missing or has expired');
};
