import { allocationRule } from '@freight/contracts';
import type { Db } from '@freight/database';
import { z } from 'zod';
import { listAllocationRules } from '../allocation/allocation-rules.store.ts';
import { listAssignments } from '../cards/assignment.store.ts';
import type { PlanVersions } from '../cards/plan-versions.ts';
import { listUsableVersions } from '../cards/rate-plan.store.ts';
import { listSwitchedOff } from '../carriers/switched-off.store.ts';
import { parsePincodeFile } from '../pincodes/pincode-file.ts';
import { findPincodeTable, getPlaces } from '../pincodes/pincode-table.store.ts';
import { type PincodeTable, pincodeTable } from '../pincodes/pincode-table.ts';
import { createServiceTable, isCarrierId } from '../serviceability/service-table.ts';
import { listCompleteCarriers, listServiceChanges } from '../serviceability/serviceability.store.ts';
import type { Tables } from '../tables.ts';
import type { EffectivePlan, Snapshot } from './snapshot.ts';

/** What comes with the program and not from the database. */
export type StaticParts = Pick<Snapshot, 'serviceAreas' | 'couriers'> & {
  /** The pincode table in use until the operator loads another. */
  pincodes: PincodeTable;
};

/**
 * Makes the function that reads everything that quotes need. What is large or never changes is kept from one call to the next:
 * compiled plan versions, the pincode table until another is loaded, and of the serviceability only changes are read.
 * A stored document that its schema refuses is a bug and fails the whole load.
 */
export const createSnapshotLoader = (
  db: Db<Tables>,
  parts: StaticParts,
  planVersions: PlanVersions,
): (() => Promise<Snapshot>) => {
  const services = createServiceTable();
  let servicesUpTo: Date | null = null;
  let table = {
    id: 0,
    pincodes: parts.pincodes,
    source: 'delivered with the product',
    importedAt: null as Date | null,
  };

  const readServices = async (): Promise<void> => {
    const [changes, complete] = await Promise.all([listServiceChanges(db, servicesUpTo), listCompleteCarriers(db)]);
    services.setComplete(new Set(complete.filter(isCarrierId)));
    for (const { carrier_id: carrierId, pincode, flags, changed_at: changedAt } of changes) {
      if (isCarrierId(carrierId) && flags !== null) services.set(carrierId, pincode, flags);
      if (servicesUpTo === null || changedAt > servicesUpTo) servicesUpTo = changedAt;
    }
  };

  const readPincodes = async (): Promise<void> => {
    const newest = await findPincodeTable(db);
    if (newest === undefined || newest.id === table.id) return;
    const pincodes = pincodeTable(parsePincodeFile(await getPlaces(db, newest.id)));
    table = { id: newest.id, pincodes, source: newest.source, importedAt: newest.created_at };
  };

  return async () => {
    const [versions, assignments, switchedOff, rules] = await Promise.all([
      listUsableVersions(db),
      listAssignments(db),
      listSwitchedOff(db),
      listAllocationRules(db),
      readServices(),
      readPincodes(),
    ]);
    const plans = new Map<string, EffectivePlan[]>();
    for (const { rate_plan_id: planId, version, effective_from: effectiveFrom } of versions) {
      const plan = await planVersions.get(planId, version);
      plans.set(planId, [...(plans.get(planId) ?? []), { effectiveFrom, plan }]);
    }
    const defaultPlanId = versions.find(({ is_default: isDefault }) => isDefault)?.rate_plan_id;
    if (defaultPlanId === undefined) throw new Error('there is no default rate plan');
    return {
      couriers: parts.couriers,
      serviceAreas: parts.serviceAreas,
      services,
      pincodes: table.pincodes,
      pincodeSource: { source: table.source, importedAt: table.importedAt },
      plans,
      defaultPlanId,
      planOfOrganization: new Map(
        assignments.map(({ organization_id, rate_plan_id }) => [organization_id, rate_plan_id]),
      ),
      switchedOff: new Set(switchedOff),
      rulesOfOrganization: new Map(
        rules.map(({ organization_id, rules: stored }) => [organization_id, z.array(allocationRule).parse(stored)]),
      ),
    };
  };
};
