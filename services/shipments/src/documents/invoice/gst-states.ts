type StateRow = {
  name: string;
  /** Other spellings that merchants send, and the postal abbreviations. */
  also: readonly string[];
  /** Union territories without a legislature levy union territory tax in the place of state tax. */
  isTerritory?: true;
};

/** The states of India by their GST code, the first two digits of every GSTIN (CBIC, state codes; 25 and 28 are no longer given). */
export const gstStates = {
  '01': { name: 'Jammu and Kashmir', also: ['JK'] },
  '02': { name: 'Himachal Pradesh', also: ['HP'] },
  '03': { name: 'Punjab', also: ['PB'] },
  '04': { name: 'Chandigarh', also: ['CH'], isTerritory: true },
  '05': { name: 'Uttarakhand', also: ['UK', 'UT', 'Uttaranchal'] },
  '06': { name: 'Haryana', also: ['HR'] },
  '07': {
    name: 'Delhi',
    also: ['DL', 'New Delhi', 'NCT of Delhi', 'National Capital Territory of Delhi', 'Delhi NCR'],
  },
  '08': { name: 'Rajasthan', also: ['RJ'] },
  '09': { name: 'Uttar Pradesh', also: ['UP'] },
  '10': { name: 'Bihar', also: ['BR'] },
  '11': { name: 'Sikkim', also: ['SK'] },
  '12': { name: 'Arunachal Pradesh', also: ['AR'] },
  '13': { name: 'Nagaland', also: ['NL'] },
  '14': { name: 'Manipur', also: ['MN'] },
  '15': { name: 'Mizoram', also: ['MZ'] },
  '16': { name: 'Tripura', also: ['TR'] },
  '17': { name: 'Meghalaya', also: ['ML'] },
  '18': { name: 'Assam', also: ['AS'] },
  '19': { name: 'West Bengal', also: ['WB'] },
  '20': { name: 'Jharkhand', also: ['JH'] },
  '21': { name: 'Odisha', also: ['OD', 'OR', 'Orissa'] },
  '22': { name: 'Chhattisgarh', also: ['CG', 'CT', 'Chattisgarh'] },
  '23': { name: 'Madhya Pradesh', also: ['MP'] },
  '24': { name: 'Gujarat', also: ['GJ'] },
  '26': {
    name: 'Dadra and Nagar Haveli and Daman and Diu',
    also: ['DN', 'DD', 'DH', 'Dadra and Nagar Haveli', 'Daman and Diu'],
    isTerritory: true,
  },
  '27': { name: 'Maharashtra', also: ['MH'] },
  '29': { name: 'Karnataka', also: ['KA'] },
  '30': { name: 'Goa', also: ['GA'] },
  '31': { name: 'Lakshadweep', also: ['LD'], isTerritory: true },
  '32': { name: 'Kerala', also: ['KL'] },
  '33': { name: 'Tamil Nadu', also: ['TN'] },
  '34': { name: 'Puducherry', also: ['PY', 'Pondicherry'] },
  '35': { name: 'Andaman and Nicobar Islands', also: ['AN', 'Andaman and Nicobar'], isTerritory: true },
  '36': { name: 'Telangana', also: ['TS', 'TG'] },
  '37': { name: 'Andhra Pradesh', also: ['AP'] },
  '38': { name: 'Ladakh', also: ['LA'], isTerritory: true },
} as const satisfies Record<string, StateRow>;

const rows: Record<string, StateRow> = gstStates;

/** The GST code of a state as an address spells it; undefined when it is none that we know. */
export const gstCodeOfState = (state: string): string | undefined => codes.get(letters(state));

/** The GST code that a GSTIN begins with; undefined when the text has not the form of a GSTIN. */
export const gstCodeOfGstin = (gstin: string): string | undefined => {
  const [, code = ''] = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.exec(gstin.trim().toUpperCase()) ?? [];
  return code in rows ? code : undefined;
};

export const isTerritory = (code: string): boolean => rows[code]?.isTerritory === true;

const letters = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '');

const codes = new Map(
  Object.entries(rows).flatMap(([code, { name, also }]) =>
    [name, ...also].map((spelling): [string, string] => [letters(spelling), code]),
  ),
);
