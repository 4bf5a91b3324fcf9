-- expand
-- Who changed what. An entry is written with the change, or before a change that another service makes; what came of the
-- latter is a row of its own, because nothing here is ever edited.

create table audit_entries (
  id text primary key,
  actor text not null,
  operation text not null,
  organization_id text,
  request_id text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);

create index audit_entries_newest on audit_entries (created_at desc, id desc);
create index audit_entries_of_organization on audit_entries (organization_id, created_at desc, id desc);

create table audit_outcomes (
  entry_id text primary key references audit_entries (id),
  after jsonb not null,
  created_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- The role below cannot change rows anyway; the triggers hold whoever administers the database to the same rule.
create trigger audit_entries_are_final before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_outcomes_are_final before update or delete or truncate on audit_outcomes
  for each statement execute function refuse_change();

revoke update, delete, truncate on audit_entries, audit_outcomes from {{role}};
