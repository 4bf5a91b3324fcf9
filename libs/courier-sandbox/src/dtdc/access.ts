import { sandboxCredentials } from '../credentials.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { isLiveToken, issueToken } from '../tokens.ts';

const { apiKey, trackingUsername, trackingPassword, ndrUsername, ndrPassword } = sandboxCredentials.dtdc;

/** GET /dtdc-api/api/dtdc/authenticate?username&password: the bare token. */
export const authenticate = (request: WireRequest, world: World): WireAnswer => {
  const isGood =
    request.query.get('username') === trackingUsername && request.query.get('password') === trackingPassword;
  return isGood
    ? { status: 200, body: issueToken(world, 'dtdc', 24 * 3_600_000), contentType: 'text/plain' }
    : { status: 401, body: 'Unauthorized', contentType: 'text/plain' };
};

/** Three kinds of calls with three kinds of keys, and one that needs none. */
export const checkAccess = (request: WireRequest, world: World): WireAnswer | undefined => {
  const { path, headers } = request;
  if (path === '/dtdc-api/api/dtdc/authenticate' || path === '/ratecalapi/PincodeApiCall') return undefined;
  if (path.startsWith('/dtdc-api/rest/')) {
    if (isLiveToken(world, 'dtdc', headers['x-access-token'])) return undefined;
    // Under HTTP 200, as the document's status table has it in the body.
    return json({ statusCode: 401, statusFlag: false, status: 'FAILED', errorDetails: null });
  }
  if (path.startsWith('/ctbs-sraa-api/')) {
    const basic = `Basic ${Buffer.from(`${ndrUsername}:${ndrPassword}`).toString('base64')}`;
    return headers['authorization'] === basic ? undefined : json({ message: 'Unauthorized' }, 401);
  }
  return headers['api-key'] === apiKey ? undefined : json({ error: { message: 'Invalid api-key' } }, 401);
};
