-- expand
-- The words of a journal as its digest has them: a proof that leaves the house carries this text, so that whoever checks it needs
-- nothing but SHA-256.

create function journal_content(journal journals) returns text language sql stable as $$
  select jsonb_build_array(
    journal.organization_id, journal.id, journal.fact, journal.kind, journal.reference_type, journal.reference_id,
    journal.awb_number, journal.order_reference_number, journal.description, journal.reason,
    (extract(epoch from journal.created_at) * 1000000)::bigint
  )::text
$$;

create or replace function journal_digest(journal journals) returns bytea language sql stable as $$
  select sha256(convert_to(journal_content(journal), 'UTF8'))
$$;
