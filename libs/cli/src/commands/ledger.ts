import { verifyLedger } from '@freight/contracts';
import { Command } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { print } from '../print.ts';
import { checkProofCommand, proofCommand } from './ledger-proof.ts';

const columns = ['isSound', 'verifiedAt', 'counts', 'head', 'firstDifference'];

const verify = withApiOptions(new Command('verify'))
  .description('replay the ledger from zero and compare every balance; exit code 1 when something differs')
  .action(async (flags: ApiFlags) => {
    const api = await apiOf(flags);
    const verdict = await api.send(verifyLedger, {});
    print(verdict, { ...flags, columns });
    if (!verdict.isSound) process.exitCode = 1;
  });

export const ledgerCommand = new Command('ledger')
  .description('the ledger of all wallets')
  .addCommand(verify)
  .addCommand(proofCommand)
  .addCommand(checkProofCommand);
