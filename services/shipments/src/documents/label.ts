import type { Deps } from '../deps.ts';
import type { ShipmentRow } from '../tables.ts';
import { courierLabelKey, deleteCourierLabel, findCourierLabel } from './courier-label.store.ts';
import { fetchCourierLabel } from './courier-label.ts';
import { labelPages } from './label-content.ts';
import { keepPieces } from './pieces.ts';
import type { StoredDocument } from './stored-document.ts';
import { withoutAwb } from './without-awb.ts';

export type Label = StoredDocument & { isOurs: boolean };

/**
 * The label of a booked shipment: the courier's own file where it gives one, else ours. Ours is drawn when it is first read, off
 * the event loop and never on the way of a booking; the courier is asked once, and again next time if it did not answer.
 *
 * @throws INVALID_STATE while there is no AWB to print
 */
export const currentLabel = async (deps: Deps, shipment: ShipmentRow): Promise<Label> => {
  if (shipment.awb_number === null) throw withoutAwb(shipment, 'label');
  const isCouriers =
    deps.config.LABEL_SOURCE === 'courier' &&
    ((await findCourierLabel(deps.db, shipment)) || (await fetchCourierLabel(deps, shipment)));
  return isCouriers ? courierLabel(deps, shipment) : ourLabel(deps, shipment);
};

/** The label as far as it can be told without asking the courier. */
export const keptLabel = async (deps: Deps, shipment: ShipmentRow): Promise<Label> =>
  deps.config.LABEL_SOURCE === 'courier' && (await findCourierLabel(deps.db, shipment))
    ? courierLabel(deps, shipment)
    : ourLabel(deps, shipment);

const ourLabel = ({ storage, labels }: Deps, shipment: ShipmentRow): Label => {
  const key = `label/${shipment.organization_id}/${shipment.id}/${shipment.awb_number}`;
  return {
    ...pdfOf(shipment),
    isOurs: true,
    store: storage.drawn,
    key,
    restore: async () => keepPieces(storage.drawn, key, [await labels.draw(labelPages(shipment))]),
  };
};

const courierLabel = ({ db, storage }: Deps, shipment: ShipmentRow): Label => ({
  ...pdfOf(shipment),
  isOurs: false,
  store: storage.kept,
  key: courierLabelKey(shipment),
  // Forgotten, it is asked for again, and drawn by us if the courier gives it no more.
  restore: () => deleteCourierLabel(db, shipment),
});

const pdfOf = ({ awb_number: awb }: ShipmentRow) => ({ contentType: 'application/pdf', fileName: `label-${awb}.pdf` });
