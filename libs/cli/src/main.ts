#!/usr/bin/env node
import { Command } from 'commander';
import { bookingsCommand } from './commands/bookings.ts';
import { keysCommand } from './commands/keys.ts';
import { ledgerCommand } from './commands/ledger.ts';
import { listenCommand } from './commands/listen.ts';
import { migrateCommand } from './commands/migrate.ts';
import { organizationsCommand } from './commands/organizations.ts';
import { pincodesCommand } from './commands/pincodes.ts';
import { startCommand } from './commands/start.ts';
import { triggerCommand } from './commands/trigger.ts';
import { waitForSchemaCommand } from './commands/wait-for-schema.ts';
import { walletCommand } from './commands/wallet.ts';
import { describeFailure } from './describe-failure.ts';

const program = new Command('freight').description('Runs and operates a freight aggregator');
for (const command of [
  startCommand,
  listenCommand,
  triggerCommand,
  migrateCommand,
  waitForSchemaCommand,
  organizationsCommand,
  keysCommand,
  walletCommand,
  bookingsCommand,
  ledgerCommand,
  pincodesCommand,
]) {
  program.addCommand(command);
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
