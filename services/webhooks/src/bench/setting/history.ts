import { sql } from 'kysely';
import type { Installation } from './installation.ts';

/** Rows of one statement. */
const batch = 100_000;

/** Settled deliveries of the past with their attempts, spread evenly over the organizations and over the last 30 days. */
export const fillHistory = async (
  { db }: Installation,
  organizationIds: readonly string[],
  count: number,
): Promise<void> => {
  const payload = 'x'.repeat(700);
  for (let made = 0; made < count; made += batch) {
    await sql`
      with old as (
        insert into deliveries (organization_id, id, subscription_id, event_id, event, payload, status, created_at, settled_at)
        select subscription.organization_id, 'dlv_old' || lpad(n::text, 20, '0'), subscription.id,
          'evt_old' || lpad(n::text, 20, '0'), 'shipment.delivered', ${payload}::text, 'SUCCEEDED',
          now() - interval '30 days' * (1 - n::float8 / ${count}::float8), now()
        from generate_series(${made}::int + 1, least(${made}::int + ${batch}::int, ${count}::int)) n
        join subscriptions subscription
          on subscription.organization_id = (${[...organizationIds]}::text[])[1 + n % ${organizationIds.length}::int]
        returning organization_id, id, subscription_id
      )
      insert into delivery_attempts (organization_id, delivery_id, attempt, subscription_id, outcome, response_status, duration_ms)
      select organization_id, id, 1, subscription_id, 'acknowledged', 200, 12 from old`.execute(db);
  }
  if (count > 0) await sql`vacuum analyze deliveries, delivery_attempts`.execute(db);
};
