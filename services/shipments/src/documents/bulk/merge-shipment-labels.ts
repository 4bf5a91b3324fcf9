import { type LabelPart, labelsPerDocumentLimit } from '@freight/labels';
import type { Deps } from '../../deps.ts';
import { findShipment } from '../../shipment/shipment.store.ts';
import type { ShipmentRow } from '../../tables.ts';
import { currentLabel, keptLabel } from '../label.ts';
import { labelPages } from '../label-content.ts';
import { readWhole } from '../pieces.ts';
import type { BulkRequest, BulkResult } from './bulk-document.ts';
import { inParallel } from './in-parallel.ts';

/** Couriers are asked for their labels for so long; whoever has not answered by then is drawn by us. */
const askCouriersMs = 15_000;
const shipmentsAtOnce = 8;
/** Couriers' files together; beyond it our own labels, which are some kilobytes for all, take their place. */
const maxCourierBytes = 64 * 1_024 * 1_024;
/** As much of an item's name as a label could show. */
const itemNameCharacters = 100;

/** One PDF of many labels, those of the couriers among them. What no longer fits is left out and listed. */
export async function* mergeShipmentLabels(
  deps: Deps,
  request: BulkRequest,
  result: BulkResult,
): AsyncIterable<Uint8Array> {
  const askUntil = Date.now() + askCouriersMs;
  let room = { pages: labelsPerDocumentLimit, courierBytes: maxCourierBytes };
  const parts = await inParallel(request.shipmentIds, shipmentsAtOnce, async (shipmentId) => {
    const shipment = await findShipment(deps.db, request.organizationId, shipmentId);
    return shipment === undefined ? undefined : labelPart(deps, shipment, askUntil);
  });
  const taken: LabelPart[] = [];
  parts.forEach((part, index) => {
    const shipmentId = request.shipmentIds[index] ?? '';
    const hasRoom = part !== undefined && part.pages.length <= room.pages;
    if (!hasRoom) {
      result.skipped.push({ shipmentId, reason: part === undefined ? 'NOT_DRAWN' : 'TOO_MANY_PAGES' });
      return;
    }
    const fileBytes = part.courierFile?.length ?? 0;
    const keepsFile = fileBytes <= room.courierBytes;
    room = {
      pages: room.pages - part.pages.length,
      courierBytes: room.courierBytes - (keepsFile ? fileBytes : 0),
    };
    result.included.push(shipmentId);
    taken.push(keepsFile ? part : { pages: part.pages });
  });
  yield await deps.labels.merge(taken);
}

const labelPart = async (deps: Deps, shipment: ShipmentRow, askUntil: number): Promise<LabelPart | undefined> => {
  try {
    const pages = labelPages(shipment).map((page) => ({
      ...page,
      items: page.items.map(({ name, quantity }) => ({ name: name.slice(0, itemNameCharacters), quantity })),
    }));
    const label = Date.now() < askUntil ? await currentLabel(deps, shipment) : await keptLabel(deps, shipment);
    return label.isOurs ? { pages } : { pages, courierFile: await readWhole(label.store, label.key) };
  } catch (error) {
    deps.log.warn({ err: error, shipmentId: shipment.id }, 'label left out of a bulk download');
    return undefined;
  }
};
