import { FreightError } from '@freight/contracts';
import type { Deps } from '../../deps.ts';
import type { ShipmentRow } from '../../tables.ts';
import type { StoredDocument } from '../stored-document.ts';
import { keepPodDocument } from './fetch-pod.ts';
import { listPodDocuments, podKey } from './pod.store.ts';

/**
 * Our copy of one file of a proof of delivery. Lost, it is fetched from the courier again, as long as that has it.
 *
 * @throws NOT_FOUND when there is none of that number
 */
export const podDocument = async (deps: Deps, shipment: ShipmentRow, number: number): Promise<StoredDocument> => {
  const { organization_id: organizationId, id, courier } = shipment;
  const documents = await listPodDocuments(deps.db, organizationId, id);
  const document = documents.find((one) => one.number === number);
  if (document === undefined || document.content_type === null) throw new FreightError('NOT_FOUND');
  const extension = document.content_type.split('/').at(-1);
  return {
    contentType: document.content_type,
    fileName: `pod-${shipment.awb_number}-${number}.${extension}`,
    store: deps.storage.kept,
    key: podKey({ organizationId, id, number }),
    restore: async () => {
      const account = courier === null ? undefined : deps.accounts.find(organizationId, courier)?.account;
      if (account === undefined) return;
      await keepPodDocument(deps, account, { organizationId, id, number, courierUrl: document.courier_url });
    },
  };
};
