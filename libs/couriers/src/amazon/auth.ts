import { z } from 'zod';
import type { CourierAccount } from '../courier.ts';
import type { CourierAuth } from '../define-courier.ts';
import { done, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';

/** Login with Amazon: a refresh token that lasts buys access tokens of an hour. The login lies on a host of its own. */
export const auth: CourierAuth = {
  kind: 'token',
  request: (account) => ({
    method: 'POST',
    baseUrl: account.settings?.['authBaseUrl'] ?? account.baseUrl,
    path: '/auth/o2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: account.credentials['refreshToken'] ?? '',
      client_id: account.credentials['clientId'] ?? '',
      client_secret: account.credentials['clientSecret'] ?? '',
    }).toString(),
    isRead: true,
  }),
  parse: (reply, now) => {
    if (reply.status >= 400) return refused('ACCOUNT', `Amazon refused the login (${reply.status})`);
    const answer = readJson(reply, z.object({ access_token: z.string().min(1), expires_in: z.number() }));
    if (answer.kind !== 'done') return answer;
    return done({ value: answer.value.access_token, expiresAt: now + answer.value.expires_in * 1000 });
  },
  headers: (account, token) => ({ 'x-amz-access-token': token, 'x-amzn-shipping-business-id': businessOf(account) }),
  // 403 stands for a forbidden call as well; only its words tell a token that has run out.
  isExpired: ({ status, body }) =>
    status === 401 || (status === 403 && /token[^"]*expired/i.test(new TextDecoder().decode(body))),
};

const businessOf = ({ settings }: CourierAccount): string => settings?.['businessId'] ?? 'AmazonShipping_IN';
