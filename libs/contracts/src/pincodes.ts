import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { dateTime, text } from './wire.ts';

const tag = 'Pincodes';

const pincodeTableInfo = z.object({
  pincodes: z.int(),
  districts: z.int(),
  states: z.int(),
  /** Where it comes from, in the words of who loaded it. */
  source: z.string(),
  /** null: the table that comes with this version of the product. */
  importedAt: dateTime.nullable(),
});

export const importPincodes = defineOperation({
  name: 'rates.import-pincodes',
  scope: 'system',
  summary: 'Replace the pincode table at run time; every replica uses it at once',
  description:
    'CSV with the columns `pincode, district, state`, in any order and one row per pincode; today’s names of states, in any of their spellings. A table that is too small to be India’s is refused. `freight pincodes import FILE` makes this from the official directory, which has a row per post office.',
  http: { method: 'POST', path: '/pincodes/imports', audience: 'operator', tag, status: 201 },
  input: z.object({ csv: z.string().min(1).max(1_000_000), source: text(500) }),
  output: pincodeTableInfo,
  timeoutMs: 30_000,
});

export const getPincodeTable = defineOperation({
  name: 'rates.get-pincode-table',
  scope: 'system',
  summary: 'Size and source of the pincode table in use',
  http: { method: 'GET', path: '/pincodes', audience: 'operator', tag },
  input: z.object({}),
  output: pincodeTableInfo,
});

export const exportPincodes = defineOperation({
  name: 'rates.export-pincodes',
  scope: 'system',
  summary: 'The pincode table in use, as CSV',
  http: { method: 'GET', path: '/pincodes/export', audience: 'operator', tag, answer: 'file' },
  input: z.object({}),
  output: z.unknown(),
});

export const pincodeOperations = [importPincodes, getPincodeTable, exportPincodes] as const;
