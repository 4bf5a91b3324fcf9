import { z } from 'zod';
import type { CourierAuth } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';

/** Lives 24 hours; Ekart answers the same token until then, with an `expires_in` (seconds) that shrinks. */
export const auth: CourierAuth = {
  kind: 'token',
  request: ({ credentials }) =>
    jsonDraft(
      'POST',
      `/integrations/v2/auth/token/${encodeURIComponent(credentials['clientId'] ?? '')}`,
      { username: credentials['username'] ?? '', password: credentials['password'] ?? '' },
      { isRead: true },
    ),
  parse: (reply, now) => {
    if (reply.status >= 400) return refused('ACCOUNT', `Ekart refused the login (${reply.status})`);
    const answer = readJson(reply, z.object({ access_token: z.string().min(1), expires_in: z.number() }));
    if (answer.kind !== 'done') return answer;
    return done({ value: answer.value.access_token, expiresAt: now + answer.value.expires_in * 1000 });
  },
  headers: (_account, token) => ({ authorization: `Bearer ${token}` }),
  // Tracking is open to everybody.
  isFor: ({ path }) => !path.startsWith('/api/v1/track/'),
};
