import { exportPincodes } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { writeCsv } from '../csv/write-csv.ts';
import type { Deps } from '../deps.ts';
import { stateNames } from './states.ts';

export const exportPincodesHandler = implement(exportPincodes, async ({ snapshot }: Deps) => ({
  contentType: 'text/csv; charset=utf-8',
  fileName: 'pincodes.csv',
  bytes: Buffer.from(
    writeCsv([
      ['pincode', 'district', 'state'],
      ...snapshot().pincodes.places.map(({ pincode, district, state }) => [pincode, district ?? '', stateNames[state]]),
    ]),
  ),
}));
