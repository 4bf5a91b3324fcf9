import { putWallet, rechargeWallet, walletTypes } from '@freight/contracts';
import { Command, Option } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { inrAmount } from '../arguments.ts';
import { print } from '../print.ts';

type SetFlags = ApiFlags & { type: (typeof walletTypes)[number]; creditLimit?: number };

const set = withApiOptions(new Command('set'))
  .description('open or change the wallet of an organization')
  .argument('<organizationId>')
  .addOption(new Option('--type <type>', 'who pays when').choices(walletTypes).default('PREPAID'))
  .option('--credit-limit <inr>', 'how far the balance may fall below zero', inrAmount)
  .action(async (organizationId: string, { type, creditLimit, ...flags }: SetFlags) => {
    const api = await apiOf(flags);
    const input = { organizationId, type, ...(creditLimit === undefined ? {} : { creditLimit }) };
    const columns = ['id', 'organizationId', 'type', 'balance', 'availableBalance', 'creditLimit'];
    print(await api.send(putWallet, input), { ...flags, columns });
  });

type RechargeFlags = ApiFlags & { reference: string; note?: string };

const recharge = withApiOptions(new Command('recharge'))
  .description('credit a wallet; the same reference twice credits once')
  .argument('<organizationId>')
  .argument('<amount>', 'in INR', inrAmount)
  .requiredOption('--reference <text>', 'of the payment, such as the bank’s UTR')
  .option('--note <text>')
  .action(async (organizationId: string, amount: number, { reference, note, ...flags }: RechargeFlags) => {
    const api = await apiOf(flags);
    const input = { organizationId, amount, reference, ...(note === undefined ? {} : { note }) };
    const columns = ['id', 'type', 'category', 'amount', 'balanceAfter', 'referenceId', 'createdAt'];
    print(await api.send(rechargeWallet, input), { ...flags, columns });
  });

export const walletCommand = new Command('wallet')
  .description('wallets of organizations')
  .addCommand(set)
  .addCommand(recharge);
