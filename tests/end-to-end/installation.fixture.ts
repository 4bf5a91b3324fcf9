import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const repositoryFolder = fileURLToPath(new URL('../../', import.meta.url));
const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;

const readyNames = ['api', 'docs', 'api-key', 'operator-token', 'nats', 'postgres', 'sandbox'] as const;
export type ReadyLines = Record<(typeof readyNames)[number], string>;

export type Installation = ReadyLines & {
  /** Everything it has printed so far. */
  output: () => string;
  /** Pids of its processes by name, from the files it keeps for operators. */
  pids: () => Promise<Record<string, number>>;
  /** What a terminal does at Ctrl-C: a signal for every process of the foreground group. @returns npm's exit code */
  pressCtrlC: () => Promise<number | null>;
  /** Ends it however it is; for the end of a test. */
  end: () => Promise<void>;
};

/** `npm start` as a user calls it, with a data folder of its own. Resolves with what it prints when it is ready. */
export const npmStart = async (env: { DATA_DIR: string; PORT: string } & NodeJS.ProcessEnv): Promise<Installation> => {
  const npm = spawn('npm', ['start'], {
    cwd: repositoryFolder,
    // Only what a terminal has: nothing of the test runner's own settings may reach the product.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], AUTO_PROGRESS: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const ready = Promise.withResolvers<ReadyLines>();
  for (const stream of [npm.stdout, npm.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const found = findReadyLines(lines);
      if (found !== undefined) ready.resolve(found);
    });
  }
  const exit = once(npm, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid, signal);
  };
  const stopWith = async (signal: NodeJS.Signals): Promise<number | null> => {
    signalGroup(signal);
    const timer = setTimeout(() => signalGroup('SIGKILL'), stopTimeoutMs);
    return exit.finally(() => clearTimeout(timer));
  };

  const timer = setTimeout(() => ready.reject(new Error('not ready in time')), startTimeoutMs);
  void exit.then((code) => ready.reject(new Error(`ended with ${code}`)));
  try {
    return {
      ...(await ready.promise),
      output: () => lines.join('\n'),
      pids: () => readPids(env.DATA_DIR),
      pressCtrlC: () => stopWith('SIGINT'),
      end: async () => void (await stopWith('SIGINT')),
    };
  } catch (error) {
    await stopWith('SIGINT');
    throw new Error(`npm start: ${String(error)}\n${lines.join('\n')}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

/** The seven lines in their order, with nothing between them. */
const findReadyLines = (lines: readonly string[]): ReadyLines | undefined => {
  const last = lines.slice(-readyNames.length).map((line) => /^([a-z-]+): (\S+)$/.exec(line)?.slice(1) ?? []);
  const isComplete = readyNames.every((name, index) => last[index]?.[0] === name);
  return isComplete ? (Object.fromEntries(last) as ReadyLines) : undefined;
};

const readPids = async (dataDirectory: string): Promise<Record<string, number>> => {
  const folder = `${dataDirectory}/run`;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.pid'));
  const entries = await Promise.all(
    files.map(async (file) => [file.slice(0, -'.pid'.length), Number(await readFile(`${folder}/${file}`, 'utf8'))]),
  );
  return Object.fromEntries(entries);
};

/** Processes that were started for this data folder and still run, whoever their parent is now. */
export const processesOf = async (dataDirectory: string): Promise<string[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
  return pids.filter((_, index) =>
    environments[index]?.split('\0').some((entry) => entry.endsWith(`=${dataDirectory}`)),
  );
};
