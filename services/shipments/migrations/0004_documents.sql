-- expand
-- Documents lie in the document storage; here is what has to be known about them without opening them.

-- Labels that are the courier's own file. A shipment without a row gets the one that we draw.
create table courier_labels (
  organization_id text not null,
  shipment_id text not null,
  awb_number text not null,
  byte_count integer not null check (byte_count > 0),
  created_at timestamptz not null default now(),
  primary key (organization_id, shipment_id, awb_number)
);

-- Documents of a proof of delivery, numbered from 1 as the courier listed them.
create table pod_documents (
  organization_id text not null,
  shipment_id text not null,
  number integer not null check (number > 0),
  courier_url text not null,
  -- Null while the courier's address is all we have: the file could not be fetched, or may not be.
  content_type text,
  created_at timestamptz not null default now(),
  primary key (organization_id, shipment_id, number)
);

-- Merged labels and archives of invoices: enough to make the file again when the storage has lost it.
create table bulk_downloads (
  organization_id text not null,
  id text not null,
  created_by_operation text not null,
  kind text not null check (kind in ('labels', 'invoices')),
  shipment_ids text[] not null,
  skipped jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint bulk_downloads_operation_once unique (organization_id, created_by_operation)
);
create index bulk_downloads_expired on bulk_downloads (expires_at);
