import type { Generated } from 'kysely';

type OrganizationsTable = {
  id: string;
  name: string;
  contact_email: string | null;
  logo_url: string | null;
  kyc_status: Generated<'PENDING' | 'APPROVED' | 'REJECTED'>;
  is_suspended: Generated<boolean>;
  rate_per_second: number | null;
  rate_burst: number | null;
  created_by_operation: string;
  created_at: Generated<Date>;
};

type ApiKeysTable = {
  organization_id: string;
  id: string;
  name: string;
  mode: 'live' | 'test';
  hash: Uint8Array;
  prefix: string;
  last_four: string;
  is_active: Generated<boolean>;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_by_operation: string;
  created_at: Generated<Date>;
};

type AuditEntriesTable = {
  id: string;
  actor: string;
  operation: string;
  organization_id: string | null;
  request_id: string;
  /** Written as JSON text, read as the value. */
  before: unknown;
  after: unknown;
  created_at: Generated<Date>;
};

type AuditOutcomesTable = {
  entry_id: string;
  after: unknown;
  created_at: Generated<Date>;
};

type IdempotencyKeysTable = {
  organization_id: string;
  key_hash: Uint8Array;
  fingerprint: Uint8Array;
  operation_id: string;
  lease_id: string;
  leased_until: Date;
  status: number | null;
  content_type: string | null;
  body: Uint8Array | null;
  is_sealed: Generated<boolean>;
  expires_at: Date;
};

export type Tables = {
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  audit_entries: AuditEntriesTable;
  audit_outcomes: AuditOutcomesTable;
  idempotency_keys: IdempotencyKeysTable;
};
