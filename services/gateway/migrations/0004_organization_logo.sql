-- expand
-- Shown to buyers on the tracking page.
alter table organizations add column logo_url text;
