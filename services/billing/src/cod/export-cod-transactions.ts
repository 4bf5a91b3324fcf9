import { type CodTransaction, exportCodTransactions, FreightError } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { csvLine } from '../csv/csv-line.ts';
import type { Deps } from '../deps.ts';
import { indianDay } from './cod-cycle.ts';
import { toCodTransaction } from './cod-parcel.row.ts';
import { type CodParcelRow, listCodParcelsAfter } from './cod-parcel.store.ts';
import { codPeriod } from './cod-period.ts';

const rowsPerPiece = 500;

export const exportCodTransactionsHandler = implement(
  exportCodTransactions,
  async ({ db }: Deps, { organizationId }, { cursor, ...asked }) => {
    const after = cursor === undefined ? null : readPlace(cursor);
    const rows = await listCodParcelsAfter(db, organizationId, { ...codPeriod(asked), after, limit: rowsPerPiece });
    const today = indianDay(new Date());
    const lines = rows.map((row) => csvLine(cellsOf(toCodTransaction(row, today))));
    const last = rows.length === rowsPerPiece ? rows.at(-1) : undefined;
    return {
      text: [...(after === null ? [csvLine(columns)] : []), ...lines].join(''),
      next: last === undefined ? null : placeOf(last),
    };
  },
);

const columns = [
  'id',
  'shipmentId',
  'awbNumber',
  'orderReferenceNumber',
  'courier',
  'codAmount',
  'freightCharge',
  'codCharge',
  'status',
  'deliveredAt',
  'remittanceId',
  'createdAt',
] as const satisfies readonly (keyof CodTransaction)[];

const cellsOf = (transaction: CodTransaction) => columns.map((column) => transaction[column]);

const placeOf = ({ delivered_at, id }: CodParcelRow): string => `${delivered_at.getTime()}~${id}`;

const readPlace = (cursor: string): { deliveredAt: Date; id: string } => {
  const [time, id] = cursor.split('~');
  const deliveredAt = new Date(Number(time));
  if (id !== undefined && !Number.isNaN(deliveredAt.getTime())) return { deliveredAt, id };
  throw new FreightError('VALIDATION_FAILED', { errors: { cursor: ['is not a cursor of this document'] } });
};
