import { keysOf } from './keys-of.ts';

/**
 * Couriers are companies; a carrier is one of their services with a price, named `<courier>-<service>` (a rate code).
 * Display names are what merchants see; the public tracking record shows them too.
 */
export const courierTable = {
  delhivery: { name: 'Delhivery', brand: 'DELHIVERY', services: ['surface', 'air'] },
  bluedart: { name: 'Blue Dart', brand: 'BLUEDART', services: ['surface', 'air'] },
  dtdc: { name: 'DTDC', brand: 'DTDC', services: ['surface', 'air'] },
  xpressbees: { name: 'Xpressbees', brand: 'XPRESSBEES', services: ['surface', 'air'] },
  ekart: { name: 'Ekart', brand: 'EKART', services: ['surface'] },
  shadowfax: { name: 'Shadowfax', brand: 'SHADOWFAX', services: ['surface'] },
  amazon: { name: 'Amazon Shipping', brand: 'AMAZON', services: ['surface'] },
  indiapost: { name: 'India Post', brand: 'INDIAPOST', services: ['surface'] },
} as const satisfies Record<string, { name: string; brand: string; services: readonly ('air' | 'surface')[] }>;

export type CourierCode = keyof typeof courierTable;
export type CarrierService = 'air' | 'surface';
export type CarrierId = {
  [C in CourierCode]: `${C}-${(typeof courierTable)[C]['services'][number]}`;
}[CourierCode];

export const courierCodes = keysOf(courierTable);

export type Carrier = {
  carrierId: CarrierId;
  courier: CourierCode;
  service: CarrierService;
  brand: string;
  /** Uppercase provider-account form, accepted wherever a carrier is given: `DELHIVERY_AIR`. */
  providerForm: string;
  displayName: string;
};

const carrier = (courier: CourierCode, service: CarrierService): Carrier => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The pair is in the table, so the template is one of the union's members.
  carrierId: `${courier}-${service}` as CarrierId,
  courier,
  service,
  brand: courierTable[courier].brand,
  providerForm: `${courierTable[courier].brand}_${service.toUpperCase()}`,
  displayName: courierTable[courier].name,
});

/** The twelve carriers, in the order of the table. */
export const carriers: readonly Carrier[] = courierCodes.flatMap((courier) =>
  courierTable[courier].services.map((service) => carrier(courier, service)),
);

const bySpelling = new Map<string, Carrier>(
  carriers.flatMap((one) => [
    [one.carrierId, one],
    [one.providerForm, one],
  ]),
);

/** Finds a carrier by rate code (`delhivery-air`) or provider form (`DELHIVERY_AIR`); undefined when there is none. */
export const findCarrier = (spelling: string): Carrier | undefined => bySpelling.get(spelling);

/** Like findCarrier, for an id that is known to be one. */
export const carrierOf = (carrierId: CarrierId): Carrier => {
  const found = bySpelling.get(carrierId);
  if (found === undefined) throw new TypeError(`not a carrier: ${carrierId}`);
  return found;
};

/** Finds a courier by its brand in any case (`DELHIVERY`, `delhivery`). */
export const findCourierByBrand = (brand: string): CourierCode | undefined =>
  courierCodes.find((courier) => courierTable[courier].brand === brand.toUpperCase());
