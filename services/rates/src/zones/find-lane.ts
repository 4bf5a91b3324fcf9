import { type FieldErrors, FreightError } from '@freight/contracts';
import type { PincodeTable, Place } from '../pincodes/pincode-table.ts';

export type Lane = { pickup: Place; drop: Place };

/**
 * The two places of a lane. A fault names the field of the request that holds the pincode.
 *
 * @example findLane(pincodes, { field: 'pickupPincode', pincode: '110001' }, { field: 'dropPincode', pincode: '400001' })
 * @throws FreightError PINCODE_UNKNOWN naming each pincode that is neither in the table nor known by its prefix
 */
export const findLane = (
  pincodes: PincodeTable,
  pickup: { field: string; pincode: string },
  drop: { field: string; pincode: string },
): Lane => {
  const [from, to] = [pincodes.find(pickup.pincode), pincodes.find(drop.pincode)];
  if (from !== undefined && to !== undefined) return { pickup: from, drop: to };
  const errors: FieldErrors = {};
  if (from === undefined) errors[pickup.field] = [`${pickup.pincode} is no pincode of India`];
  if (to === undefined) errors[drop.field] = [`${drop.pincode} is no pincode of India`];
  throw new FreightError('PINCODE_UNKNOWN', { errors });
};
