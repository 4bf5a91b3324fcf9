/**
 * The states and union territories of India as they are today, by ISO 3166-2:IN code: Telangana (2014), Ladakh (2019), Dadra
 * and Nagar Haveli and Daman and Diu as one territory (2020).
 */
export const stateNames = {
  AN: 'Andaman and Nicobar Islands',
  AP: 'Andhra Pradesh',
  AR: 'Arunachal Pradesh',
  AS: 'Assam',
  BR: 'Bihar',
  CG: 'Chhattisgarh',
  CH: 'Chandigarh',
  DH: 'Dadra and Nagar Haveli and Daman and Diu',
  DL: 'Delhi',
  GA: 'Goa',
  GJ: 'Gujarat',
  HP: 'Himachal Pradesh',
  HR: 'Haryana',
  JH: 'Jharkhand',
  JK: 'Jammu and Kashmir',
  KA: 'Karnataka',
  KL: 'Kerala',
  LA: 'Ladakh',
  LD: 'Lakshadweep',
  MH: 'Maharashtra',
  ML: 'Meghalaya',
  MN: 'Manipur',
  MP: 'Madhya Pradesh',
  MZ: 'Mizoram',
  NL: 'Nagaland',
  OD: 'Odisha',
  PB: 'Punjab',
  PY: 'Puducherry',
  RJ: 'Rajasthan',
  SK: 'Sikkim',
  TN: 'Tamil Nadu',
  TR: 'Tripura',
  TS: 'Telangana',
  UK: 'Uttarakhand',
  UP: 'Uttar Pradesh',
  WB: 'West Bengal',
} as const;

export type StateCode = keyof typeof stateNames;

export const isStateCode = (code: string): code is StateCode => Object.hasOwn(stateNames, code);

export const stateCodes: readonly StateCode[] = Object.keys(stateNames).filter(isStateCode);

/**
 * Finds a state by its name in any of the spellings that directories use: any case, `&` for `and`, a leading `The`, names of
 * before a renaming or merger. Undefined when it is none.
 *
 * @example findStateByName('PONDICHERRY') // 'PY'
 */
export const findStateByName = (name: string): StateCode | undefined => codeByName.get(plain(name));

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/^the /, '')
    .replaceAll(/[^a-z]/g, '');

const formerNames: Record<string, StateCode> = {
  Chattisgarh: 'CG',
  'Dadra and Nagar Haveli': 'DH',
  'Daman and Diu': 'DH',
  Orissa: 'OD',
  Pondicherry: 'PY',
  Uttaranchal: 'UK',
};

const codeByName = new Map<string, StateCode>([
  ...stateCodes.map((code): [string, StateCode] => [plain(stateNames[code]), code]),
  ...Object.entries(formerNames).map(([name, code]): [string, StateCode] => [plain(name), code]),
]);
