import type { getPincodeTable, OutputOf } from '@freight/contracts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export const toPincodeTableInfo = ({
  pincodes,
  pincodeSource: { source, importedAt },
}: Pick<Snapshot, 'pincodes' | 'pincodeSource'>): OutputOf<typeof getPincodeTable> => ({
  pincodes: pincodes.size,
  districts: new Set(pincodes.places.map(({ state, district }) => `${state} ${district}`)).size,
  states: new Set(pincodes.places.map(({ state }) => state)).size,
  source,
  importedAt: importedAt?.toISOString() ?? null,
});
