import { carriers, listCourierAccounts } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toCarrierSwitch } from './carrier-switch.ts';

export const listCourierAccountsHandler = implement(listCourierAccounts, async ({ snapshot }: Deps) =>
  carriers.map((carrier) => toCarrierSwitch(snapshot(), carrier)),
);
