import { inject } from 'vitest';
import { claimNumber } from './claim-number.ts';
import { claimNatsAccount } from './nats-accounts.ts';
import { cloneTemplate, type TestDatabase } from './template-database.ts';

/** A database of this test file's own, with every service's migrated schema. */
export const testDatabase = async (): Promise<TestDatabase> =>
  cloneTemplate(inject('databaseUrl'), `test_${await claimNumber(inject('countersDirectory'), 'database')}`);

/** The address of NATS in an account of this test file's own. */
export const testNatsUrl = (): Promise<string> => claimNatsAccount(inject('natsUrl'), inject('countersDirectory'));
