-- expand
-- Remittance files of couriers that were matched: a reference stands for one file.

create table cod_reconciliations (
  courier text not null,
  reference text not null,
  -- SHA-256 of the file, so that another file under the same reference is noticed.
  file_digest text not null,
  created_at timestamptz not null default now(),
  primary key (courier, reference)
);
revoke update, delete, truncate on cod_reconciliations from {{role}};
