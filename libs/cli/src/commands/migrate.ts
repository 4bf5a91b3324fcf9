import { Command } from 'commander';
import { print } from '../print.ts';

/** `freight migrate`: schemas and roles of a production database; the chart runs it as a job before a release. */
export const migrateCommand = new Command('migrate')
  .description('bring the schemas and roles of all services up to date (DATABASE_URL, <SERVICE>_DATABASE_PASSWORD)')
  .option('--json', 'print JSON')
  .action(async (flags: { json?: boolean }) => {
    const [{ readMigrationSettings }, { migrateServices }] = await Promise.all([
      import('../stack/migration-settings.ts'),
      import('../stack/migrate-services.ts'),
    ]);
    const { adminUrl, passwords } = readMigrationSettings(process.env);
    const applied = await migrateServices(adminUrl, passwords);
    print(applied, { ...flags, columns: ['schema', 'file'] });
  });
