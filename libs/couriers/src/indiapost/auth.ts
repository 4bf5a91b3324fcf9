import { z } from 'zod';
import type { CourierAuth } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';

const loginAnswer = z.object({ data: z.object({ access_token: z.string().min(1), expires_in: z.number().nullish() }) });

/** About 15 minutes when the answer does not say. The refresh token is not used: a login costs the same one call. */
const tokenLifeSeconds = 900;

export const auth: CourierAuth = {
  kind: 'token',
  request: ({ credentials }) =>
    jsonDraft(
      'POST',
      '/v1/access/login',
      { username: credentials['username'] ?? '', password: credentials['password'] ?? '' },
      { isRead: true },
    ),
  parse: (reply, now) => {
    if (reply.status >= 400) return refused('ACCOUNT', `India Post refused the login (${reply.status})`);
    const answer = readJson(reply, loginAnswer);
    if (answer.kind !== 'done') return answer;
    const { access_token: value, expires_in: seconds } = answer.value.data;
    return done({ value, expiresAt: now + (seconds ?? tokenLifeSeconds) * 1000 });
  },
  headers: (_account, token) => ({ authorization: `Bearer ${token}` }),
};
