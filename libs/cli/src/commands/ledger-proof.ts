import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { exportLedgerProof } from '@freight/contracts';
import { Command } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { checkLedgerProof } from '../proof/check-ledger-proof.ts';

type ProofFlags = ApiFlags & { output?: string };

export const proofCommand = withApiOptions(new Command('proof'))
  .description('write the hash chain of a wallet, for its merchant to check without trusting us (docs/ledger-proof.md)')
  .argument('<organizationId>')
  .option('--output <file>', 'default ledger-proof-<organizationId>.ndjson')
  .action(async (organizationId: string, { output, ...flags }: ProofFlags) => {
    const api = await apiOf(flags);
    const file = output ?? `ledger-proof-${organizationId}.ndjson`;
    // A file with the final name is complete.
    await api.download(exportLedgerProof, { organizationId }, createWriteStream(`${file}.part`));
    await rename(`${file}.part`, file);
    process.stdout.write(`${file}\n`);
  });

export const checkProofCommand = new Command('check-proof')
  .description('check a proof: needs no connection and no key; exit code 1 when something does not fit')
  .argument('<file>')
  .option('--earlier-head <hash>', 'head of a proof kept from before: it must be part of this one')
  .action(async (file: string, { earlierHead }: { earlierHead?: string }) => {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    const verdict = await checkLedgerProof(lines, earlierHead);
    process.stdout.write(`${verdict.isSound ? 'sound' : 'NOT SOUND'}: ${verdict.message}\n`);
    if (!verdict.isSound) process.exitCode = 1;
  });
