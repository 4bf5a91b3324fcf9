-- expand
-- RELEASING comes before the hold is given back: from then on the attempt cannot become the shipment's any more, whoever is still
-- at work on it. RELEASED comes after it.
alter table booking_attempts drop constraint booking_attempts_step_check;
alter table booking_attempts add constraint booking_attempts_step_check
  check (step in ('RESERVING', 'SENT', 'BOOKED', 'RELEASING', 'RELEASED'));

create index booking_attempts_due on booking_attempts (lease_until)
  where step in ('RESERVING', 'SENT', 'RELEASING') or watch_until is not null;
drop index booking_attempts_unsettled;
drop index booking_attempts_watched;

-- Two couriers may give one number.
alter table courier_tasks drop constraint courier_tasks_once;
alter table courier_tasks add constraint courier_tasks_once unique (organization_id, kind, courier, awb_number);

-- A cancel that is repeated under its Idempotency-Key hears the answer of the first run.
alter table shipments add column cancelled_by_operation text;
