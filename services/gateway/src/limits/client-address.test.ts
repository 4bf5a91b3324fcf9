import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it('believes the connection alone when no proxy is trusted', () => {
  expect(clientAddress('10.0.0.1', '1.2.3.4', 0)).toBe('10.0.0.1');
});

it('takes the entry that the outermost trusted proxy wrote, whatever a client put before it', () => {
  expect(clientAddress('10.0.0.1', 'forged, 1.2.3.4', 1)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.1', 'forged, 1.2.3.4, 10.0.0.9', 2)).toBe('1.2.3.4');
});

it('takes the nearest known address when fewer proxies have written than are trusted', () => {
  expect(clientAddress('10.0.0.1', '1.2.3.4', 3)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.1', null, 3)).toBe('10.0.0.1');
});
