import { createHash } from 'node:crypto';
import type { ConsignmentAddress } from './consignment.ts';

/** A name for a pickup place at the courier: the same place always has the same, and two merchants' places never share one. */
export const placeCodeOf = (place: ConsignmentAddress): string => {
  const identity = [place.name, place.phone, place.address, place.city, place.pincode].map((part) =>
    part.trim().toLowerCase(),
  );
  const digest = createHash('sha256').update(identity.join('\n')).digest('hex').slice(0, 12);
  return `FA-${place.pincode}-${digest}`;
};

/** The street line of an address, with its landmark. */
export const streetOf = ({ address, landmark }: ConsignmentAddress): string =>
  [address, landmark].filter(Boolean).join(', ');
