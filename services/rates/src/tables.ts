import type { ColumnType, Generated } from 'kysely';

/** JSON goes in as text and comes out parsed, of a shape that only its schema can tell. */
type Json = ColumnType<unknown, string, never>;

export type Tables = {
  rate_plans: { id: string; name: string; is_default: boolean; created_at: Generated<Date> };
  rate_plan_versions: {
    rate_plan_id: string;
    version: number;
    effective_from: Date;
    document: Json;
    created_at: Generated<Date>;
  };
  rate_plan_assignments: { organization_id: string; rate_plan_id: string; assigned_at: Generated<Date> };
  switched_off_carriers: { carrier_id: string; switched_off_at: Generated<Date> };
};
