import type { ColumnType, Generated } from 'kysely';

/** JSON goes in as text and comes out parsed, of a shape that only its schema can tell. */
type Json = ColumnType<unknown, string, string>;

export type Tables = {
  rate_plans: {
    id: string;
    name: string;
    is_default: boolean;
    created_by_operation: string | null;
    created_at: Generated<Date>;
  };
  rate_plan_versions: {
    rate_plan_id: string;
    version: number;
    effective_from: Date;
    document: Json;
    source: string | null;
    format: Generated<'json' | 'csv'>;
    created_by_operation: string | null;
    created_at: Generated<Date>;
  };
  rate_plan_assignments: { organization_id: string; rate_plan_id: string; assigned_at: Generated<Date> };
  switched_off_carriers: { carrier_id: string; switched_off_at: Generated<Date> };
  allocation_rules: { organization_id: string; rules: Json; updated_at: Generated<Date> };
  serviceability: {
    carrier_id: string;
    pincode: number;
    flags: number | null;
    source: 'courier' | 'csv' | null;
    checked_at: Date | null;
    changed_at: Generated<Date>;
    due_at: Generated<Date>;
  };
  serviceability_carriers: {
    carrier_id: string;
    is_complete: Generated<boolean>;
    last_failure: string | null;
    last_failure_at: Date | null;
  };
  courier_budgets: { courier: string; minute: Date; spent: number };
  pincode_tables: {
    id: Generated<number>;
    source: string;
    places: string;
    created_by_operation: string | null;
    created_at: Generated<Date>;
  };
};
