import { readFile } from 'node:fs/promises';
import { type CarrierId, carriers } from '@freight/contracts';
import { z } from 'zod';
import type { ServiceAt } from './service-table.ts';

/**
 * Where a carrier goes as long as nobody has said: exceptions by pincode prefix, and without an entry the whole country. What
 * a courier answered or a file said (service-table.ts) goes before it.
 */
export type ServiceAreas = Partial<Record<CarrierId, ServiceArea>>;
type ServiceArea = z.output<typeof serviceArea>;

const prefix = z.string().regex(/^[1-9]\d{1,5}$/);
const serviceArea = z.object({ source: z.string(), notServed: z.array(prefix), noCod: z.array(prefix) });

const carrierIds = carriers.map(({ carrierId }) => carrierId);
const serviceAreas = z.partialRecord(z.enum(carrierIds), serviceArea);

export const readServiceAreas = async (path: URL): Promise<ServiceAreas> =>
  serviceAreas.parse(JSON.parse(await readFile(path, 'utf8')));

/** What the carrier is believed to do at a pincode. */
export const assumedServiceAt = (areas: ServiceAreas, carrierId: CarrierId, pincode: string): ServiceAt => {
  const area = areas[carrierId];
  if (area === undefined) return everything;
  if (area.notServed.some((start) => pincode.startsWith(start))) return nothing;
  return area.noCod.some((start) => pincode.startsWith(start)) ? withoutCash : everything;
};

const everything: ServiceAt = { prepaid: true, cod: true, pickup: true, reverse: true, qc: true };
const withoutCash: ServiceAt = { ...everything, cod: false };
const nothing: ServiceAt = { prepaid: false, cod: false, pickup: false, reverse: false, qc: false };
