import { importPincodes } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { parsePincodeCsv } from './parse-pincode-csv.ts';
import { formatPincodeFile } from './pincode-file.ts';
import { insertPincodeTable } from './pincode-table.store.ts';
import { toPincodeTableInfo } from './pincode-table-info.ts';

export const importPincodesHandler = implement(
  importPincodes,
  async ({ db, snapshot, announceChange }: Deps, { operationId }, { csv, source }) => {
    const places = formatPincodeFile(parsePincodeCsv(csv), []);
    await insertPincodeTable(db, { source, places, operationId });
    await announceChange();
    return toPincodeTableInfo(snapshot());
  },
);
