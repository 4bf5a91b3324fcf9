import { FreightError } from '@freight/contracts';
import type { CourierAccount } from '@freight/couriers';
import type { Deps } from '../../deps.ts';
import type { ShipmentRow } from '../../tables.ts';
import { keepPieces } from '../pieces.ts';
import { downloadFile } from './download-file.ts';
import { podKey, recordPod } from './pod.store.ts';

/** More files than a delivery has; a courier's answer must not make a request endless. */
const maxDocuments = 5;

/**
 * Asks the courier for the proof of delivery and keeps it, files included. Does nothing where the courier offers none or has
 * none yet.
 *
 * @throws COURIER_UNAVAILABLE when it gave no usable answer
 */
export const fetchPod = async (deps: Deps, shipment: ShipmentRow): Promise<void> => {
  const { organization_id: organizationId, id, courier, awb_number: awb } = shipment;
  const found = courier === null ? undefined : deps.accounts.find(organizationId, courier);
  if (found === undefined || awb === null || !found.adapter.capabilities.proofOfDelivery) return;
  const outcome = await found.adapter.proofOfDelivery({ account: found.account, caller: deps.caller }, { awb });
  if (outcome.kind === 'refused' && (outcome.reason === 'NOT_FOUND' || outcome.reason === 'NOT_SUPPORTED')) return;
  if (outcome.kind !== 'done') throw new FreightError('COURIER_UNAVAILABLE', { cause: outcome });
  const pod = outcome.value;
  const documents = await Promise.all(
    pod.documentUrls.slice(0, maxDocuments).map(async (courierUrl, index) => ({
      number: index + 1,
      courierUrl,
      contentType: await keepPodDocument(deps, found.account, { organizationId, id, number: index + 1, courierUrl }),
    })),
  );
  await recordPod(deps.db, shipment, { ...pod, documents });
};

/**
 * Fetches one file from the courier and keeps it.
 *
 * @returns its content type, or null when it could not be fetched or may not be
 */
export const keepPodDocument = async (
  { storage, log }: Deps,
  account: CourierAccount,
  { courierUrl, ...document }: { organizationId: string; id: string; number: number; courierUrl: string },
): Promise<string | null> => {
  const file = await downloadFile(account, courierUrl);
  if (file === undefined) {
    log.info({ shipmentId: document.id, courier: account.courier }, 'proof of delivery is left at the courier');
    return null;
  }
  await keepPieces(storage.kept, podKey(document), [file.bytes]);
  return file.contentType;
};
