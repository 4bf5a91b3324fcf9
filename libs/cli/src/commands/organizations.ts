import { createOrganization, listOrganizations, patchOrganization } from '@freight/contracts';
import { Command } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { positiveInteger } from '../arguments.ts';
import { print } from '../print.ts';

const columns = ['id', 'name', 'contactEmail', 'kycStatus', 'isSuspended', 'createdAt'];

const list = withApiOptions(new Command('list'))
  .description('organizations, newest first')
  .option('--search <text>', 'part of the name or e-mail address, or a whole id')
  .option('--page <number>', 'page, from 1', positiveInteger, 1)
  .option('--limit <number>', 'organizations a page, at most 100', positiveInteger, 20)
  .action(async ({ search, page, limit, ...flags }: ApiFlags & { search?: string; page: number; limit: number }) => {
    const api = await apiOf(flags);
    const answer = await api.send(listOrganizations, { page, limit, ...(search === undefined ? {} : { search }) });
    print(flags.json === true ? answer : answer.data, { ...flags, columns });
  });

const create = withApiOptions(new Command('create'))
  .description('create an organization; its KYC is pending')
  .argument('<name>')
  .option('--email <address>', 'contact')
  .action(async (name: string, { email, ...flags }: ApiFlags & { email?: string }) => {
    const api = await apiOf(flags);
    const input = { name, ...(email === undefined ? {} : { contactEmail: email }) };
    print(await api.send(createOrganization, input), { ...flags, columns });
  });

const approve = withApiOptions(new Command('approve'))
  .description('approve the KYC of an organization, so that it may book')
  .argument('<organizationId>')
  .action(async (organizationId: string, flags: ApiFlags) => {
    const api = await apiOf(flags);
    print(await api.send(patchOrganization, { organizationId, kycStatus: 'APPROVED' }), { ...flags, columns });
  });

export const organizationsCommand = new Command('organizations')
  .description('merchants: list, create, approve')
  .addCommand(list)
  .addCommand(create)
  .addCommand(approve);
