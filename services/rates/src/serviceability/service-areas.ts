import { readFile } from 'node:fs/promises';
import { type CarrierId, carriers } from '@freight/contracts';
import { z } from 'zod';

/** Where a carrier delivers and collects, as exceptions by pincode prefix: without an entry it serves the whole country. */
export type ServiceAreas = Partial<Record<CarrierId, ServiceArea>>;
type ServiceArea = z.output<typeof serviceArea>;

const prefix = z.string().regex(/^[1-9]\d{1,5}$/);
const serviceArea = z.object({ source: z.string(), notServed: z.array(prefix), noCod: z.array(prefix) });

const carrierIds = carriers.map(({ carrierId }) => carrierId);
const serviceAreas = z.partialRecord(z.enum(carrierIds), serviceArea);

export const readServiceAreas = async (path: URL): Promise<ServiceAreas> =>
  serviceAreas.parse(JSON.parse(await readFile(path, 'utf8')));

/** Does the carrier come to this pincode at all, and does it take cash there? */
export const serviceAt = (areas: ServiceAreas, carrierId: CarrierId, pincode: string): ServiceAt => {
  const area = areas[carrierId];
  if (area === undefined) return { isServed: true, takesCash: true };
  const isServed = !area.notServed.some((start) => pincode.startsWith(start));
  return { isServed, takesCash: isServed && !area.noCod.some((start) => pincode.startsWith(start)) };
};

export type ServiceAt = { isServed: boolean; takesCash: boolean };
