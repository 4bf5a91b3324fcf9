import type { Database } from '@freight/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneMessages } from './prune-messages.ts';
import { numbers, type TestSchemas, type TestTables, testSchemas } from './test-schemas.fixture.ts';

let schemas: TestSchemas;
let database: Database<TestTables>;

beforeAll(async () => {
  schemas = await testSchemas();
  database = await schemas.open('pruned');
});

afterAll(() => schemas.drop());

test('only what was published long ago and what was heard long ago, behind the cursor, is deleted', async () => {
  await database.pool.query(`
    insert into outbox (event_id, position, aggregate, subject, body, created_at)
    select 'evt_' || n, n, 'a', 's', '{}', now() - case when n = 3 then interval '1 day' else interval '8 days' end
    from generate_series(1, 5) n;
    update outbox_head set position = 5, published_position = 4;
    insert into inbox (source, event_id, position, received_at)
    select 'rates', 'evt_' || n, n, now() - case when n = 2 then interval '1 day' else interval '15 days' end
    from generate_series(1, 4) n;
    insert into inbox_cursor values ('rates', 3)`);
  await pruneMessages(database.db);
  expect(await numbers(database, 'select position from outbox order by 1')).toEqual([3, 5]);
  expect(await numbers(database, 'select position from inbox order by 1')).toEqual([2, 4]);
});
