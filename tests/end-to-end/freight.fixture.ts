import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { z } from 'zod';

const main = fileURLToPath(new URL('../../libs/cli/src/main.ts', import.meta.url));

/** Only the data folder: the commands have to find the installation that runs there by themselves. */
const environmentOf = (dataDirectory: string) => ({ PATH: process.env['PATH'], DATA_DIR: dataDirectory });

/** Runs a command of the CLI to its end. @returns what it printed, checked; rejects with its standard error otherwise */
export const freight = async <Schema extends z.ZodType>(
  dataDirectory: string,
  answer: Schema,
  ...args: string[]
): Promise<z.output<Schema>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
    env: environmentOf(dataDirectory),
  });
  return answer.parse(JSON.parse(stdout));
};

/** Runs a command of the CLI that goes on until it gets a signal. */
export const freightUntilStopped = (dataDirectory: string, ...args: string[]) => {
  const child = spawn(process.execPath, [main, ...args], {
    env: environmentOf(dataDirectory),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const exit = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  return {
    output: () => output,
    stop: (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal);
      return exit;
    },
  };
};
