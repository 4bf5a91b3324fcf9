#!/usr/bin/env node
import { Command } from 'commander';
import { startCommand } from './commands/start.ts';
import { describeFailure } from './describe-failure.ts';

const program = new Command('freight').description('Runs and operates a freight aggregator').addCommand(startCommand);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
