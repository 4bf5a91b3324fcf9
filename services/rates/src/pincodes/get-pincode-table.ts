import { getPincodeTable } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toPincodeTableInfo } from './pincode-table-info.ts';

export const getPincodeTableHandler = implement(getPincodeTable, async ({ snapshot }: Deps) =>
  toPincodeTableInfo(snapshot()),
);
