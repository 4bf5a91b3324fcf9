import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProcessSpec } from './process-spec.ts';
import { isRunning, sendSignal } from './running-processes.ts';
import { type SuperviseOptions, type Supervisor, supervise } from './supervise.ts';

let dataDirectory = '';
const supervisors: Supervisor[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'supervise-test-'));
});
afterEach(async () => {
  await Promise.all(supervisors.splice(0).map((supervisor) => supervisor.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDirectory, { recursive: true, force: true });
});

test('a process starts only after those it depends on are ready', async () => {
  const marker = join(dataDirectory, 'first-is-ready');
  await run([
    shell('second', `test -f ${marker} || echo too early; exec sleep 1000`, { dependsOn: ['first'] }),
    shell('first', `sleep 0.2; touch ${marker}; exec sleep 1000`, { ready: async () => existsSync(marker) }),
  ]);
  expect(await logOf('second')).toBe('');
});

test('what a process writes is in its log and reaches the callback line by line', async () => {
  const lines: string[] = [];
  await run([shell('talker', 'echo one; echo two >&2; printf unfinished')], {
    onLine: (name, line) => lines.push(`${name}: ${line}`),
  });
  await expect.poll(() => lines.slice(0, 3)).toEqual(['talker: one', 'talker: two', 'talker: unfinished']);
  expect(await logOf('talker')).toContain('one\ntwo\nunfinished\n');
});

test('a killed process runs again under a new pid, which its pid file names', async () => {
  const supervisor = await run([shell('worker', 'exec sleep 1000')]);
  const first = pidOf(supervisor, 'worker');
  sendSignal(first, 'SIGKILL');
  await expect.poll(() => supervisor.status()).toMatchObject([{ isReady: true, restarts: 1 }]);
  const second = pidOf(supervisor, 'worker');
  expect(second).not.toBe(first);
  expect(await pidFile('worker')).toBe(second);
});

test('a process that keeps dying is started again and again', async () => {
  const supervisor = await run([shell('dying', 'exit 3')]);
  await expect.poll(() => supervisor.status()[0]?.restarts, { timeout: 5_000 }).toBeGreaterThanOrEqual(4);
});

test('a process that never gets ready fails the start with the end of its log, and nothing is left running', async () => {
  const failing = run([
    shell('good', 'exec sleep 1000'),
    shell('bad', 'echo the port is taken; exit 1', { ready: async () => false }),
  ]);
  await expect(failing).rejects.toThrow(/bad does not start: ended with exit code 1[^]*the port is taken/);
  expect(await readdir(join(dataDirectory, 'run'))).toEqual([]);
});

test('a program that is not there fails the start with its name', async () => {
  const failing = run([{ name: 'ghost', command: '/no/such/program', args: [], ready: async () => false }]);
  await expect(failing).rejects.toThrow(/\/no\/such\/program/);
});

test('stop ends dependents before what they depend on, whole process groups, and kills what ignores the signal', async () => {
  const ended = join(dataDirectory, 'ended');
  const endings = (name: string) =>
    `trap 'echo ${name} >> ${ended}; exit 0' TERM; echo started; while :; do sleep 0.01; done`;
  const childFile = join(dataDirectory, 'child');
  const deafness = `trap '' TERM; sleep 1000 & echo $! > ${childFile}; echo started; while :; do sleep 1000; done`;
  const supervisor = await run([
    shell('base', endings('base'), { ready: hasLogged('base') }),
    shell('top', endings('top'), { dependsOn: ['base'], ready: hasLogged('top') }),
    shell('deaf', deafness, { ready: hasLogged('deaf'), gracePeriodMs: 50 }),
  ]);
  const grandchild = Number(await readFile(childFile, 'utf8'));
  const pids = [...supervisor.status().map(({ pid = 0 }) => pid), grandchild];
  await supervisor.stop();
  expect(await readFile(ended, 'utf8')).toBe('top\nbase\n');
  await expect.poll(() => Promise.all(pids.map(isRunning))).toEqual([false, false, false, false]);
});

test('processes can be added to those that run', async () => {
  const supervisor = await run([shell('base', 'exec sleep 1000')]);
  await supervisor.start([shell('later', 'exec sleep 1000', { dependsOn: ['base'] })]);
  expect(supervisor.status().map(({ name, isReady }) => [name, isReady])).toEqual([
    ['base', true],
    ['later', true],
  ]);
});

test('a data directory has one supervisor at a time, and the second is told the pid of the first', async () => {
  await run([shell('worker', 'exec sleep 1000')]);
  await expect(run([])).rejects.toThrow(`${dataDirectory} is in use by process ${process.pid}`);
});

test('a data directory is free again after stop', async () => {
  await (await run([shell('worker', 'exec sleep 1000')])).stop();
  await expect(run([shell('worker', 'exec sleep 1000')])).resolves.toBeDefined();
});

test('Ctrl-C at the terminal leaves no process and no pid file', async () => {
  const terminal = await runElsewhere([
    shell('one', 'exec sleep 1000'),
    shell('two', 'exec sleep 1000', { dependsOn: ['one'] }),
  ]);
  const pids = await Promise.all([pidFile('one'), pidFile('two')]);
  // A terminal sends the signal to every process of the foreground group.
  sendSignal(-terminal, 'SIGINT');
  await expect
    .poll(() => Promise.all([terminal, ...pids].map(isRunning)), { timeout: 5_000 })
    .toEqual([false, false, false]);
  expect(await readdir(join(dataDirectory, 'run'))).toEqual([]);
});

test('a Ctrl-C that arrives twice, from the terminal and from npm, still waits for a process that ends slowly', async () => {
  const script = "trap 'sleep 0.3; echo done; exit 0' INT TERM; echo started; while :; do sleep 0.01; done";
  const terminal = await runElsewhere([shell('slow', script)]);
  await expect.poll(hasLogged('slow')).toBe(true);
  // Of two signals of one kind the kernel may deliver only one.
  sendSignal(terminal, 'SIGINT');
  sendSignal(terminal, 'SIGTERM');
  await expect.poll(() => isRunning(terminal), { timeout: 5_000 }).toBe(false);
  expect(await logOf('slow')).toContain('done');
});

test('the next supervisor ends what a killed one left running, deaf processes included', async () => {
  const other = await runElsewhere([shell('deaf', "trap '' TERM; echo started; while :; do sleep 1000; done")]);
  await expect.poll(hasLogged('deaf')).toBe(true);
  const leftover = await pidFile('deaf');
  sendSignal(other, 'SIGKILL');
  await expect.poll(() => isRunning(other)).toBe(false);
  expect(await isRunning(leftover)).toBe(true);
  await run([]);
  expect(await isRunning(leftover)).toBe(false);
}, 15_000);

test('a stale pid file that names a stranger by now does that stranger no harm', async () => {
  const stranger = spawn('sleep', ['1000']);
  children.push(stranger);
  await once(stranger, 'spawn');
  await mkdir(join(dataDirectory, 'run'));
  await writeFile(join(dataDirectory, 'run', 'worker.pid'), `${stranger.pid}\n`);
  const supervisor = await run([shell('worker', 'exec sleep 1000')]);
  expect(await pidFile('worker')).toBe(pidOf(supervisor, 'worker'));
  expect(await isRunning(stranger.pid ?? 0)).toBe(true);
});

function shell(name: string, script: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  return { name, command: 'sh', args: ['-c', script], ...more };
}

async function run(specs: ProcessSpec[], options: Partial<SuperviseOptions> = {}): Promise<Supervisor> {
  const supervisor = await supervise(specs, { dataDirectory, ...options });
  supervisors.push(supervisor);
  return supervisor;
}

/** Runs a supervisor as the leader of a process group of its own, as a shell would; resolves with its pid when all are ready. */
async function runElsewhere(specs: ProcessSpec[]): Promise<number> {
  const fixture = fileURLToPath(new URL('./run-supervisor.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [fixture, dataDirectory, JSON.stringify(specs)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

function hasLogged(name: string): () => Promise<boolean> {
  return async () => (await logOf(name)).includes('started');
}

function logOf(name: string): Promise<string> {
  return readFile(join(dataDirectory, 'logs', `${name}.log`), 'utf8');
}

async function pidFile(name: string): Promise<number> {
  return Number(await readFile(join(dataDirectory, 'run', `${name}.pid`), 'utf8'));
}

function pidOf(supervisor: Supervisor, wanted: string): number {
  return supervisor.status().find(({ name }) => name === wanted)?.pid ?? 0;
}
