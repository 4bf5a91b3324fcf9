import { z } from 'zod';
import type { CourierAccount } from '../courier.ts';
import type { CourierAuth } from '../define-courier.ts';
import { done, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';

/** The token lives about a day; an hour is kept in hand. */
const tokenLifeMs = 23 * 3_600_000;

/** `settings.loginPath` and `settings.authStyle` = bearer are for the newer login that one source describes. */
export const auth: CourierAuth = {
  kind: 'token',
  request: (account) => ({
    method: 'GET',
    path: account.settings?.['loginPath'] ?? '/token/v1/login',
    headers: {
      clientid: account.credentials['clientId'] ?? '',
      clientsecret: account.credentials['clientSecret'] ?? '',
    },
    isRead: true,
  }),
  parse: (reply, now) => {
    if (reply.status >= 400) return refused('ACCOUNT', `Blue Dart refused the login (${reply.status})`);
    const answer = readJson(reply, z.object({ JWTToken: z.string().min(1) }));
    return answer.kind === 'done' ? done({ value: answer.value.JWTToken, expiresAt: now + tokenLifeMs }) : answer;
  },
  headers: (account, token) =>
    account.settings?.['authStyle'] === 'bearer' ? { authorization: `Bearer ${token}` } : { jwttoken: token },
};

/** Every body proves the account a second time, with the licence key. */
export const profileOf = ({ credentials }: CourierAccount) => ({
  LoginID: credentials['loginId'] ?? '',
  LicenceKey: credentials['licenceKey'] ?? '',
  Api_type: 'S',
});
