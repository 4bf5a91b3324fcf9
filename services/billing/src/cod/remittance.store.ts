import type { RemittanceStatus } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type RemittanceRow = {
  organization_id: string;
  id: string;
  remittance_number: string;
  status: RemittanceStatus;
  cycle_date: string;
  cod_amount_paise: number;
  freight_deducted_paise: number;
  vas_deducted_paise: number;
  net_amount_paise: number;
  shipment_count: number;
  utr: string | null;
  paid_at: Date | null;
  created_at: Date;
};

const columns = sql`
  organization_id, id, remittance_number, status, cycle_date, cod_amount_paise, freight_deducted_paise, vas_deducted_paise,
  net_amount_paise, shipment_count, utr, paid_at, created_at`;

/** Organizations that have cash which may be paid out on a day, in a stable order. */
export const listOrganizationsOwed = async (db: Db<Tables>, day: string): Promise<string[]> => {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from cod_parcels where status = 'OWED' and eligible_on <= ${day}
    order by organization_id`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
};

/** Locks the cycle of an organization: of several runs at once, one pays it out and the others find nothing left. */
export const lockCycle = async (trx: Db<Tables>, organizationId: string) => {
  const { rows } = await sql<{ cod_delay_days: number; cod_payout_weekdays: string[]; cod_holidays: string[] }>`
    select cod_delay_days, cod_payout_weekdays, cod_holidays from wallets
    where organization_id = ${organizationId} for update`.execute(trx);
  return rows[0];
};

/** Puts everything that may be paid out by a day into a payout; what there was. */
export const takeOwedParcels = async (
  trx: Db<Tables>,
  organizationId: string,
  { remittanceId, until }: { remittanceId: string; until: string },
): Promise<{ codPaise: number; vasPaise: number; count: number }> => {
  const { rows } = await sql<{ cod_paise: number; vas_paise: number; count: number }>`
    with taken as (
      update cod_parcels set status = 'REMITTED', remittance_id = ${remittanceId}, updated_at = now()
      where organization_id = ${organizationId} and status = 'OWED' and eligible_on <= ${until}
      returning shipment_id, cod_amount_paise, vas_paise
    ), listed as (
      insert into remittance_items (organization_id, remittance_id, shipment_id, cod_amount_paise)
      select ${organizationId}, ${remittanceId}, shipment_id, cod_amount_paise from taken
    )
    select coalesce(sum(cod_amount_paise), 0)::bigint as cod_paise, coalesce(sum(vas_paise), 0)::bigint as vas_paise,
      count(*) as count
    from taken`.execute(trx);
  const { cod_paise: codPaise = 0, vas_paise: vasPaise = 0, count = 0 } = rows[0] ?? {};
  return { codPaise, vasPaise, count };
};

/** What the wallet owes beyond what it has, with the account locked until the end of the transaction. */
export const lockDebt = async (trx: Db<Tables>, organizationId: string): Promise<number> => {
  const { rows } = await sql<{ debt_paise: number }>`
    select greatest(-balance_paise, 0) as debt_paise from accounts
    where organization_id = ${organizationId} and account = 'wallet' for no key update`.execute(trx);
  return rows[0]?.debt_paise ?? 0;
};

export const findDebt = async (db: Db<Tables>, organizationId: string): Promise<number> => {
  const { rows } = await sql<{ debt_paise: number }>`
    select greatest(-balance_paise, 0) as debt_paise from accounts
    where organization_id = ${organizationId} and account = 'wallet'`.execute(db);
  return rows[0]?.debt_paise ?? 0;
};

export const insertRemittance = async (
  trx: Db<Tables>,
  organizationId: string,
  remittance: {
    id: string;
    cycleDate: string;
    codPaise: number;
    freightDeductedPaise: number;
    vasDeductedPaise: number;
    count: number;
    operationId: string;
  },
): Promise<RemittanceRow> => {
  const { id, cycleDate, codPaise, freightDeductedPaise, vasDeductedPaise, count, operationId } = remittance;
  const { rows } = await sql<RemittanceRow>`
    insert into remittances (organization_id, id, remittance_number, status, cycle_date, cod_amount_paise,
      freight_deducted_paise, vas_deducted_paise, net_amount_paise, shipment_count, created_by_operation)
    values (${organizationId}, ${id},
      'RM' || replace(${cycleDate}, '-', '') || '-' || lpad(nextval('remittance_numbers')::text, 6, '0'),
      'PENDING', ${cycleDate}, ${codPaise}, ${freightDeductedPaise}, ${vasDeductedPaise},
      ${codPaise - freightDeductedPaise - vasDeductedPaise}, ${count}, ${operationId})
    returning ${columns}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gives its row');
  return row;
};

export const listRemittancesOfOperation = async (db: Db<Tables>, operationId: string): Promise<RemittanceRow[]> => {
  const { rows } = await sql<RemittanceRow>`
    select ${columns} from remittances where created_by_operation = ${operationId}
    order by organization_id, id`.execute(db);
  return rows;
};

/** Locks a payout, of whatever organization: an operator names it by its id alone. */
export const lockRemittance = async (trx: Db<Tables>, id: string): Promise<RemittanceRow | undefined> => {
  const { rows } = await sql<RemittanceRow>`select ${columns} from remittances where id = ${id} for update`.execute(
    trx,
  );
  return rows[0];
};

export const saveRemittanceStatus = async (
  trx: Db<Tables>,
  organizationId: string,
  { id, status, utr }: { id: string; status: RemittanceStatus; utr: string | null },
): Promise<RemittanceRow> => {
  const { rows } = await sql<RemittanceRow>`
    update remittances set status = ${status}, utr = coalesce(${utr}, utr), updated_at = now(),
      paid_at = case when ${status} = 'PAID' then now() end
    where organization_id = ${organizationId} and id = ${id}
    returning ${columns}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`remittance ${id} is locked and gone`);
  return row;
};

/** Gives the parcels of a failed payout back to what is owed; sums of these and of what the wallet gave back meanwhile. */
export const returnParcels = async (
  trx: Db<Tables>,
  organizationId: string,
  remittanceId: string,
): Promise<{ owedPaise: number; recoveredPaise: number }> => {
  const { rows } = await sql<{ owed_paise: number; recovered_paise: number }>`
    with returned as (
      update cod_parcels set status = 'OWED', remittance_id = null, updated_at = now()
      where organization_id = ${organizationId} and status = 'REMITTED' and remittance_id = ${remittanceId}
        and shipment_id in (
          select shipment_id from remittance_items
          where organization_id = ${organizationId} and remittance_id = ${remittanceId} and not is_recovered)
      returning cod_amount_paise
    )
    select (select coalesce(sum(cod_amount_paise), 0)::bigint from returned) as owed_paise,
      (select coalesce(sum(cod_amount_paise), 0)::bigint from remittance_items
        where organization_id = ${organizationId} and remittance_id = ${remittanceId} and is_recovered) as recovered_paise`.execute(
    trx,
  );
  const { owed_paise: owedPaise = 0, recovered_paise: recoveredPaise = 0 } = rows[0] ?? {};
  return { owedPaise, recoveredPaise };
};

export const listRemittanceRows = async (
  db: Db<Tables>,
  organizationId: string,
  { status, limit, offset }: { status: RemittanceStatus | undefined; limit: number; offset: number },
): Promise<{ rows: RemittanceRow[]; total: number }> => {
  const wanted = sql`organization_id = ${organizationId} and status = coalesce(${status ?? null}::text, status)`;
  const [page, counted] = await Promise.all([
    sql<RemittanceRow>`
      select ${columns} from remittances where ${wanted}
      order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from remittances where ${wanted}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
};
