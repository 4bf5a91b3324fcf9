import { type CourierCode, isTestTenant } from '@freight/contracts';
import { type CourierAccount, type CourierAdapter, findAdapter } from '@freight/couriers';
import type { CourierAccountConfig } from '@freight/couriers/account-config';

/** A courier as an organization uses it: the adapter and the account that pays. */
export type CourierOfOrganization = { adapter: CourierAdapter; account: CourierAccount };

export type CourierAccounts = {
  /** Undefined when this installation has no account with the courier, or no adapter for it. */
  find: (organizationId: string, courier: CourierCode) => CourierOfOrganization | undefined;
  /** Every account a push of this courier may belong to. */
  ofCourier: (courier: CourierCode) => CourierAccount[];
  /** Every account that can be used, with the data that it carries. */
  list: () => AccountInUse[];
};

export type AccountInUse = { mode: 'live' | 'test'; account: CourierAccount };

/**
 * Test data goes to the sandbox's accounts and live data to the live ones: the tenant decides, so no use case asks which
 * of the two it works for.
 */
export const createCourierAccounts = (
  live: readonly CourierAccountConfig[],
  sandbox: readonly CourierAccountConfig[],
): CourierAccounts => {
  const liveCouriers = joinAdapters(live);
  const sandboxCouriers = joinAdapters(sandbox);
  return {
    find: (organizationId, courier) =>
      (isTestTenant(organizationId) ? sandboxCouriers : liveCouriers).find((one) => one.account.courier === courier),
    list: () => [
      ...liveCouriers.map(({ account }) => ({ mode: 'live' as const, account })),
      ...sandboxCouriers.map(({ account }) => ({ mode: 'test' as const, account })),
    ],
    ofCourier: (courier) => [...live, ...sandbox].filter((one) => one.courier === courier),
  };
};

const joinAdapters = (accounts: readonly CourierAccountConfig[]): CourierOfOrganization[] =>
  accounts.flatMap((account) => {
    const adapter = findAdapter(account.courier);
    return adapter === undefined ? [] : [{ adapter, account }];
  });
