import {
  createPickupAddress,
  demoOrganizationId,
  getWallet,
  listPickupAddresses,
  listWalletTransactions,
  putWallet,
  rechargeWallet,
} from '@freight/contracts';
import { type ApiClient, ApiError } from '../api/api-client.ts';

const openingBalanceInr = 10_000;

const pickupAddress = {
  nickname: 'Delhi warehouse',
  name: 'Demonstration Store',
  phone: '9810012345',
  address: '14 Katra Neel, Chandni Chowk',
  city: 'Delhi',
  state: 'Delhi',
  pincode: '110006',
};

/**
 * Gives the demonstration organization, which the gateway makes with its key, what it needs to book: a prepaid wallet with
 * balance and a saved pickup address. What is there already, changed by the user or not, stays as it is.
 */
export const furnishDemonstration = async (api: ApiClient): Promise<void> => {
  const organizationId = demoOrganizationId;
  if (!(await hasWallet(api))) await api.send(putWallet, { organizationId, type: 'PREPAID' });
  const recharges = await api.send(listWalletTransactions, { category: 'recharges', limit: 1 });
  if (recharges.meta.total === 0) {
    await api.send(rechargeWallet, { organizationId, amount: openingBalanceInr, reference: 'demonstration' });
  }
  const addresses = await api.send(listPickupAddresses, {});
  if (addresses.length === 0) await api.send(createPickupAddress, pickupAddress);
};

const hasWallet = async (api: ApiClient): Promise<boolean> => {
  try {
    await api.send(getWallet, {});
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
};
