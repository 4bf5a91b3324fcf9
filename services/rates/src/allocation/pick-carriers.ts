import { type Carrier, FreightError, findCarrier, findCourierByBrand, type ShipmentType } from '@freight/contracts';

/** What the caller named, each in the spelling of the request. */
export type NamedCarriers = {
  carrierId?: string | undefined;
  carrierBrand?: string | undefined;
  serviceType?: 'AIR' | 'SURFACE' | 'REVERSE' | undefined;
};

export type CarrierFilter = {
  /** Is the choice limited at all? Without a name the answer to "nobody" is another error. */
  isNamed: boolean;
  admits: (carrier: Carrier) => boolean;
};

/**
 * Reads what the caller named as a filter on carriers. The brand selects the courier, the carrier id refines the service.
 *
 * @throws FreightError CARRIER_NOT_SERVICEABLE for a carrier or brand that does not exist or do not belong together
 */
export const pickCarriers = (named: NamedCarriers, shipmentType: ShipmentType): CarrierFilter => {
  const carrier = named.carrierId === undefined ? undefined : knownCarrier(named.carrierId);
  const courier = named.carrierBrand === undefined ? undefined : knownCourier(named.carrierBrand);
  if (carrier !== undefined && courier !== undefined && carrier.courier !== courier) {
    throw notServiceable(`Carrier ${carrier.carrierId} is no service of ${named.carrierBrand}`);
  }
  if (named.serviceType === 'REVERSE' && shipmentType !== 'REVERSE') {
    throw notServiceable(`serviceType REVERSE does not carry a ${shipmentType} shipment`);
  }
  const service = named.serviceType === undefined ? undefined : serviceOf[named.serviceType];
  return {
    isNamed: carrier !== undefined || courier !== undefined || service !== undefined,
    admits: (one) =>
      (carrier === undefined || one.carrierId === carrier.carrierId) &&
      (courier === undefined || one.courier === courier) &&
      (service === undefined || one.service === service),
  };
};

/** Does a preference mean this carrier? It may be a brand, a rate code or a provider form; an unknown one prefers nobody. */
export const isPreferred = (preference: string | undefined, carrier: Carrier): boolean =>
  preference !== undefined &&
  (findCarrier(preference)?.carrierId === carrier.carrierId || findCourierByBrand(preference) === carrier.courier);

export const notServiceable = (message: string): FreightError =>
  new FreightError('CARRIER_NOT_SERVICEABLE', { message });

/** REVERSE names the lane, which the shipment says already, and not a way of carrying. */
const serviceOf = { AIR: 'air', SURFACE: 'surface', REVERSE: undefined } as const;

const knownCarrier = (spelling: string): Carrier => {
  const carrier = findCarrier(spelling);
  if (carrier === undefined) throw notServiceable(`Carrier ${spelling} is unknown`);
  return carrier;
};

const knownCourier = (brand: string) => {
  const courier = findCourierByBrand(brand);
  if (courier === undefined) throw notServiceable(`Carrier brand ${brand} is unknown`);
  return courier;
};
