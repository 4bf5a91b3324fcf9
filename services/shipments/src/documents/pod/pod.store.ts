import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ShipmentRow, Tables } from '../../tables.ts';
import type { PodDocumentRow } from '../document.tables.ts';

export const podKey = (document: { organizationId: string; id: string; number: number }): string =>
  `pod/${document.organizationId}/${document.id}/${document.number}`;

export type FetchedPod = {
  recipientName: string | null;
  recipientRelation: string | null;
  recipientContact: string | null;
  documents: readonly { number: number; courierUrl: string; contentType: string | null }[];
};

/** Of two first calls at once one is kept; the courier told both the same. */
export const recordPod = (db: Kysely<Tables>, shipment: ShipmentRow, pod: FetchedPod): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { organization_id: organizationId, id } = shipment;
    const [updated] = await trx
      .updateTable('shipments')
      .set({
        // A delivered scan may have said who took the parcel.
        pod_recipient_name: sql`coalesce(${pod.recipientName}, pod_recipient_name)`,
        pod_recipient_relation: sql`coalesce(${pod.recipientRelation}, pod_recipient_relation)`,
        pod_recipient_contact: sql`coalesce(${pod.recipientContact}, pod_recipient_contact)`,
        pod_document_url: pod.documents[0]?.courierUrl ?? null,
        pod_fetched_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('pod_fetched_at', 'is', null)
      .returning('id')
      .execute();
    if (updated === undefined || pod.documents.length === 0) return;
    await trx
      .insertInto('pod_documents')
      .values(
        pod.documents.map(({ number, courierUrl, contentType }) => ({
          organization_id: organizationId,
          shipment_id: id,
          number,
          courier_url: courierUrl,
          content_type: contentType,
        })),
      )
      .execute();
  });

const columns = ['organization_id', 'shipment_id', 'number', 'courier_url', 'content_type'] as const;

/** In the courier's order. */
export const listPodDocuments = (
  db: Kysely<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<PodDocumentRow[]> =>
  db
    .selectFrom('pod_documents')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('shipment_id', '=', shipmentId)
    .orderBy('number')
    .execute();
