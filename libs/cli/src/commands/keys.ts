import { createOrganizationApiKey, keyModes } from '@freight/contracts';
import { Command, Option } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { print } from '../print.ts';

type CreateFlags = ApiFlags & { mode: (typeof keyModes)[number]; name?: string; expiresAt?: string };

const create = withApiOptions(new Command('create'))
  .description('create an API key; its full value is shown now and never again')
  .argument('<organizationId>')
  .addOption(new Option('--mode <mode>', 'test keys book at the sandbox').choices(keyModes).default('live'))
  .option('--name <name>', 'what it is for')
  .option('--expires-at <time>', 'ISO 8601 date-time')
  .action(async (organizationId: string, { mode, name, expiresAt, ...flags }: CreateFlags) => {
    const api = await apiOf(flags);
    const input = {
      organizationId,
      mode,
      ...(name === undefined ? {} : { name }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    const columns = ['id', 'name', 'mode', 'expiresAt', 'key'];
    print(await api.send(createOrganizationApiKey, input), { ...flags, columns });
  });

export const keysCommand = new Command('keys').description('API keys of organizations').addCommand(create);
