import { demoOrganizationId } from '@freight/contracts';
import type { Kysely } from 'kysely';
import { keyFacts } from '../access/key-format.ts';
import type { Tables } from '../tables.ts';

const demoKeyId = 'key_00000000000000000000demo00';

/**
 * Makes the demonstration organization, KYC approved, with one live key of the given value. Run again with another value, the
 * key changes its value and the old one stops working.
 */
export const ensureDemoOrganization = async (db: Kysely<Tables>, key: string): Promise<void> => {
  const { hash, lastFour } = keyFacts(key);
  await db
    .insertInto('organizations')
    .values({
      id: demoOrganizationId,
      name: 'Demonstration Store',
      contact_email: null,
      kyc_status: 'APPROVED',
      created_by_operation: 'demonstration',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('api_keys')
    .values({
      organization_id: demoOrganizationId,
      id: demoKeyId,
      name: 'Demonstration key',
      mode: key.startsWith('fk_test_') ? 'test' : 'live',
      hash,
      // The usual prefix and the last four could be the whole of a short key.
      prefix: key.slice(0, 4),
      last_four: lastFour,
      created_by_operation: 'demonstration',
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet((update) => ({
        hash: update.ref('excluded.hash'),
        prefix: update.ref('excluded.prefix'),
        last_four: update.ref('excluded.last_four'),
        mode: update.ref('excluded.mode'),
        is_active: true,
      })),
    )
    .execute();
};
