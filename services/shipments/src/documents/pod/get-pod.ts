import { FreightError, getProofOfDelivery } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../../deps.ts';
import { isoOrNull } from '../../shipment/shipment.row.ts';
import { getShipmentRow } from '../../shipment/shipment.store.ts';
import type { PodDocumentRow } from '../document.tables.ts';
import { presign } from '../presigned-link.ts';
import { fetchPod } from './fetch-pod.ts';
import { listPodDocuments } from './pod.store.ts';

const deliveredStatuses: readonly string[] = ['DELIVERED', 'RTO_DELIVERED'];

/** The first call asks the courier and keeps what it says; where it has no proof (yet), the record is empty and the next call asks again. */
export const getProofOfDeliveryHandler = implement(
  getProofOfDelivery,
  async (deps: Deps, { organizationId }, { id }) => {
    const found = await getShipmentRow(deps.db, organizationId, id);
    if (!deliveredStatuses.includes(found.status)) {
      throw new FreightError('INVALID_STATE', { message: `A ${found.status} shipment has no proof of delivery` });
    }
    if (found.pod_fetched_at === null) await fetchPod(deps, found);
    const shipment = await getShipmentRow(deps.db, organizationId, id);
    const documentUrls = (await listPodDocuments(deps.db, organizationId, id)).map((document) =>
      addressOf(deps, document),
    );
    return {
      recipientName: shipment.pod_recipient_name,
      recipientRelation: shipment.pod_recipient_relation,
      recipientContact: shipment.pod_recipient_contact,
      documentUrl: documentUrls[0] ?? null,
      documentUrls,
      fetchedAt: isoOrNull(shipment.pod_fetched_at),
    };
  },
);

/** Our own copy for an hour, or the courier's address where we have none. */
const addressOf = ({ config }: Deps, document: PodDocumentRow): string =>
  document.content_type === null
    ? document.courier_url
    : presign(config, {
        kind: 'pod',
        organizationId: document.organization_id,
        id: document.shipment_id,
        number: document.number,
      });
