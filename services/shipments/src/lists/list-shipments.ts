import { listShipments, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { linksOf } from '../documents/links.ts';
import { toShipment } from '../shipment/shipment.row.ts';
import { findShipments } from './shipment-list.store.ts';

export const listShipmentsHandler = implement(
  listShipments,
  async ({ db, config }: Deps, { organizationId }, input) => {
    const { rows, total } = await findShipments(db, organizationId, input);
    const links = linksOf(config);
    return toPage(
      rows.map((row) => toShipment(row, links)),
      total,
      input,
    );
  },
);
