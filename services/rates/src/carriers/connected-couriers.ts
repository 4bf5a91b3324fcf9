import type { CourierCode } from '@freight/contracts';
import type { CourierCapabilities } from '@freight/couriers/capabilities';

type CapabilityTable = Partial<Record<CourierCode, CourierCapabilities>>;

/**
 * What the couriers that we are connected to can do.
 *
 * @throws Error for a courier without an adapter: it would be quoted and could never be booked, so it stops the start
 */
export const connectedCouriers = (codes: readonly CourierCode[], capabilities: CapabilityTable): CapabilityTable =>
  Object.fromEntries(
    codes.map((code) => {
      const ofCourier = capabilities[code];
      if (ofCourier === undefined) throw new Error(`CONNECTED_COURIERS: there is no adapter for ${code}`);
      return [code, ofCourier];
    }),
  );
