/** Which pincodes the sandbox's couriers serve: all well-formed ones, and four that show how a courier says no. */
export const pincodeNote = (pincode: string): 'served' | 'unknown' | 'embargo' | 'noCod' | 'noPickup' => {
  if (!/^[1-8]\d{5}$/.test(pincode) || pincode === '799999') return 'unknown';
  if (pincode === '799998') return 'embargo';
  if (pincode === '799997') return 'noCod';
  return pincode === '799996' ? 'noPickup' : 'served';
};

/** Days from pickup to delivery: by how far apart the pincodes' first digits say the places are. */
export const transitDays = (from: string, to: string, isAir: boolean): number => {
  if (from.slice(0, 3) === to.slice(0, 3)) return 1;
  if (from[0] === to[0]) return isAir ? 1 : 2;
  return isAir ? 2 : 5;
};
