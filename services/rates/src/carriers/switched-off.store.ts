import { type CarrierId, findCarrier } from '@freight/contracts';
import type { Db } from '@freight/database';
import type { Tables } from '../tables.ts';

/** Carriers that the operator has switched off; an id that is no carrier any more is left out. */
export const listSwitchedOff = async (db: Db<Tables>): Promise<CarrierId[]> => {
  const rows = await db.selectFrom('switched_off_carriers').select('carrier_id').execute();
  return rows.flatMap(({ carrier_id }) => findCarrier(carrier_id)?.carrierId ?? []);
};

export const switchCarrier = async (db: Db<Tables>, carrierId: CarrierId, isEnabled: boolean): Promise<void> => {
  if (isEnabled) {
    await db.deleteFrom('switched_off_carriers').where('carrier_id', '=', carrierId).execute();
    return;
  }
  await db
    .insertInto('switched_off_carriers')
    .values({ carrier_id: carrierId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
