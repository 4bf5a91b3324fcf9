import { expect, it } from 'vitest';
import { redact } from './redact.ts';

it('cuts out credentials at any depth and leaves the rest as it was', () => {
  expect(
    redact({
      name: 'x',
      key: 'fk_live_1',
      nested: [{ secret: 's', credentials: { user: 'u', password: 'p' }, n: 1, none: null }],
      bankAccount: { accountNumber: '123456789012', ifsc: 'HDFC0001234' },
      token: null,
    }),
  ).toEqual({
    name: 'x',
    key: '[redacted]',
    nested: [{ secret: '[redacted]', credentials: '[redacted]', n: 1, none: null }],
    bankAccount: { accountNumber: '…9012', ifsc: 'HDFC0001234' },
    token: null,
  });
});
