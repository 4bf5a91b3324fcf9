import type { CourierDefinition } from './define-courier.ts';

/** For couriers that post nothing: whatever arrives in their name is not theirs. */
export const noPush: Pick<CourierDefinition, 'isAuthenticPush' | 'readPush'> = {
  isAuthenticPush: () => false,
  readPush: () => ({ kind: 'unreadable', message: 'this courier posts nothing' }),
};
