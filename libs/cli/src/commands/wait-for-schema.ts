import { serviceNames } from '@freight/contracts';
import { waitForSchema } from '@freight/database';
import { secret } from '@freight/runtime';
import { Argument, Command } from 'commander';
import { z } from 'zod';
import { readEnvironment } from '../stack/read-environment.ts';
import { migrationsOf } from '../stack/repository.ts';

const settings = z.object({ DATABASE_URL: secret('Address with the role of the service').startsWith('postgres') });
const serviceName = z.enum(serviceNames);

/** `freight wait-for-schema`: what a pod does before its service where migrations run at the same time. */
export const waitForSchemaCommand = new Command('wait-for-schema')
  .description('wait until the migrations of a service have been applied (DATABASE_URL)')
  .addArgument(new Argument('<service>').choices(serviceNames))
  .action(async (argument: string) => {
    const service = serviceName.parse(argument);
    const { DATABASE_URL: url } = readEnvironment(settings, process.env);
    const onWait = (reason: string) => void process.stderr.write(`waiting for the schema of ${service}: ${reason}\n`);
    await waitForSchema({ url, schema: service, directory: migrationsOf(service), onWait });
  });
