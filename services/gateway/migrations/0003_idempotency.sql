-- expand
-- One row per Idempotency-Key and tenant for 24 hours. Keys and bodies are hashed; answers that carry a secret are sealed.

create table idempotency_keys (
  organization_id text not null,
  key_hash bytea not null,
  -- SHA-256 of method, path and body: another request under the same key is refused.
  fingerprint bytea not null,
  -- Handed to every run of this request, so that what a first run made is found again.
  operation_id text not null,
  -- The run that holds the key, and until when; after that a run that died no longer blocks it.
  lease_id text not null,
  leased_until timestamptz not null,
  status smallint,
  content_type text,
  body bytea,
  is_sealed boolean not null default false,
  expires_at timestamptz not null,
  primary key (organization_id, key_hash)
);

create index idempotency_keys_expired on idempotency_keys (expires_at);
