import { expect, test } from 'vitest';
import { gstCodeOfGstin, gstCodeOfState, isTerritory } from './gst-states.ts';

test.each([
  ['Maharashtra', '27'],
  [' maharashtra ', '27'],
  ['MH', '27'],
  ['TamilNadu', '33'],
  ['Orissa', '21'],
  ['Jammu & Kashmir', '01'],
  ['New Delhi', '07'],
  ['Telangana', '36'],
  ['Ladakh', '38'],
  ['Atlantis', undefined],
  ['', undefined],
])('%j is the state %s', (state, code) => {
  expect(gstCodeOfState(state)).toBe(code);
});

test.each([
  ['07AABCK1234M1Z5', '07'],
  [' 27aabck1234m1z5 ', '27'],
  ['99AABCK1234M1Z5', undefined],
  ['07AABCK1234M1', undefined],
  ['URP', undefined],
])('the GSTIN %j is of the state %s', (gstin, code) => {
  expect(gstCodeOfGstin(gstin)).toBe(code);
});

test('territories are those without a legislature', () => {
  expect(['04', '26', '31', '35', '38'].every(isTerritory)).toBe(true);
  expect(['01', '07', '34', '27'].some(isTerritory)).toBe(false);
});
