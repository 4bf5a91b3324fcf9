import { z } from 'zod';
import type { CourierAuth } from '../define-courier.ts';
import { done, refused } from '../outcome.ts';
import { jsonOf } from '../reply.ts';
import { trackingHost } from './hosts.ts';

/** How long a token lives is not stated; one that is refused earlier is fetched anew. */
const tokenLifeMs = 12 * 3_600_000;

const expired = z.object({ statusCode: z.literal(401) });

/**
 * Only tracking wants a token. Its login carries the password in the query string and answers the bare token; that it has run out
 * may stand in the body under HTTP 200.
 */
export const auth: CourierAuth = {
  kind: 'token',
  request: (account) => ({
    method: 'GET',
    baseUrl: trackingHost(account),
    path: '/dtdc-api/api/dtdc/authenticate',
    query: {
      username: account.credentials['trackingUsername'] ?? '',
      password: account.credentials['trackingPassword'] ?? '',
    },
    isRead: true,
  }),
  parse: (reply, now) => {
    const token = new TextDecoder().decode(reply.body).trim().replace(/^"|"$/g, '');
    return reply.status === 200 && /^[\w:.+/=-]{8,}$/.test(token)
      ? done({ value: token, expiresAt: now + tokenLifeMs })
      : refused('ACCOUNT', `DTDC refused the tracking login (${reply.status})`);
  },
  headers: (_account, token) => ({ 'x-access-token': token }),
  isFor: ({ path }) => path.startsWith('/dtdc-api/rest/'),
  isExpired: ({ status, body }) => status === 401 || expired.safeParse(jsonOf(body)).success,
};
