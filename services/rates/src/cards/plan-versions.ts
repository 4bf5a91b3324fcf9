import type { Db } from '@freight/database';
import type { Tables } from '../tables.ts';
import { compileRatePlan, type RatePlan } from './compile-rate-plan.ts';
import { findDocument } from './rate-plan.store.ts';
import { ratePlanDocument } from './rate-plan-document.ts';

/** Compiled versions by plan and number. A version never changes, so it is read and compiled once per process. */
export type PlanVersions = {
  /** @throws Error when there is no such version */
  get: (ratePlanId: string, version: number) => Promise<RatePlan>;
  /** The version that a booked shipment names (`demo@3`); undefined for a name that is none of ours. */
  find: (name: string) => Promise<RatePlan | undefined>;
};

export const createPlanVersions = (db: Db<Tables>): PlanVersions => {
  const compiled = new Map<string, RatePlan>();

  const find = async (ratePlanId: string, version: number): Promise<RatePlan | undefined> => {
    const name = `${ratePlanId}@${version}`;
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const document = await findDocument(db, ratePlanId, version);
    if (document === undefined) return undefined;
    const plan = compileRatePlan(name, ratePlanDocument.parse(document));
    compiled.set(name, plan);
    return plan;
  };

  return {
    get: async (ratePlanId, version) => {
      const plan = await find(ratePlanId, version);
      if (plan === undefined) throw new Error(`rate plan ${ratePlanId} has no version ${version}`);
      return plan;
    },
    find: async (name) => {
      const [, ratePlanId, version] = /^(.+)@(\d{1,9})$/.exec(name) ?? [];
      return ratePlanId === undefined ? undefined : find(ratePlanId, Number(version));
    },
  };
};
