import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { type AptMirror, aptMirrors } from './apt-sources.ts';
import type { NatsSource } from './find-nats-server.ts';
import { checkNatsServer } from './nats-version.ts';

/**
 * Suites whose nats-server is new enough (Debian 12, bookworm, has 2.9.10). The released one comes first: its 2.10.27 is
 * what our tests run on, while a suite in the making changes every day and its index expires on mirrors that stand still.
 */
const suites = ['trixie', 'forky'] as const;
const packageName = 'nats-server';
const aptTimeoutMs = 120_000;

/**
 * Debian's package out of a newer suite than the machine's own, from the mirror that the machine is set up with,
 * unpacked without installing it: the system's package database and directories are not touched, root is not needed.
 *
 * The work is done by `apt-get` with directories of its own, so the machine's proxies and mirror credentials
 * apply and signatures and checksums are verified by the same code as for any other package.
 */
export function fetchDebianPackage(aptDirectory = '/etc/apt', osRelease = '/etc/os-release'): NatsSource {
  return {
    description: `Debian's package, unpacked only, from the mirror in ${aptDirectory}`,
    fetch: async (directory) => {
      const codename = /^VERSION_CODENAME="?([a-z]+)/m.exec(await readFile(osRelease, 'utf8'))?.[1];
      const mirrors = codename === undefined ? [] : aptMirrors(await readSources(aptDirectory), codename);
      if (mirrors.length === 0) throw new Error(`${aptDirectory} names no Debian mirror`);
      const reasons: string[] = [];
      for (const mirror of mirrors) {
        for (const suite of suites) {
          const workspace = join(directory, `${suite}-${reasons.length}`);
          const outcome = await fetchFrom(mirror, suite, workspace);
          if (outcome.isOk) return outcome.program;
          reasons.push(`${suite} at ${mirror.uri}: ${outcome.reason}`);
        }
      }
      throw new Error(reasons.join('; '));
    },
  };
}

async function readSources(aptDirectory: string): Promise<string> {
  const parts = join(aptDirectory, 'sources.list.d');
  const names = (await readdir(parts).catch(() => [])).filter((name) => /\.(list|sources)$/.test(name)).sort();
  const files = [join(aptDirectory, 'sources.list'), ...names.map((name) => join(parts, name))];
  const contents = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return contents.join('\n\n');
}

type Outcome = { readonly isOk: true; readonly program: string } | { readonly isOk: false; readonly reason: string };

async function fetchFrom(mirror: AptMirror, suite: string, workspace: string): Promise<Outcome> {
  const env = { ...process.env, APT_CONFIG: await writeAptConfig(mirror, suite, workspace) };
  const unpacked = join(workspace, 'unpacked');
  const update = await runCommand('apt-get', ['update', '--error-on=any'], { env, timeoutMs: aptTimeoutMs });
  if (!update.isOk) return { isOk: false, reason: firstError(update.error) };
  const download = await runCommand('apt-get', ['download', packageName], {
    env,
    cwd: workspace,
    timeoutMs: aptTimeoutMs,
  });
  if (!download.isOk) return { isOk: false, reason: firstError(download.error) };
  const archive = (await readdir(workspace)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) return { isOk: false, reason: 'apt-get downloaded nothing' };
  const unpack = await runCommand('dpkg-deb', ['-x', join(workspace, archive), unpacked]);
  if (!unpack.isOk) return { isOk: false, reason: firstError(unpack.error) };
  const program = join(unpacked, 'usr', 'sbin', 'nats-server');
  // A newer suite's program may ask for a newer C library than this machine has.
  const answer = await checkNatsServer(program);
  return answer.isUsable ? { isOk: true, program } : { isOk: false, reason: answer.reason };
}

/** Everything that apt writes goes below the workspace; of the machine's settings only how to download is kept. */
async function writeAptConfig({ uri, options }: AptMirror, suite: string, workspace: string): Promise<string> {
  for (const directory of ['lists/partial', 'cache/archives/partial', 'unpacked']) {
    await mkdir(join(workspace, directory), { recursive: true });
  }
  const sources = join(workspace, 'sources.list');
  await writeFile(sources, `deb ${options.length === 0 ? '' : `[${options.join(' ')}] `}${uri} ${suite} main\n`);
  await writeFile(join(workspace, 'status'), '');
  const machine = await runCommand('apt-config', ['dump']);
  const kept = machine.stdout.split('\n').filter((line) => /^Acquire::(http|https|Proxy)/i.test(line));
  const settings = {
    'Dir::Etc::main': '/dev/null',
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(workspace, 'lists'),
    'Dir::State::status': join(workspace, 'status'),
    'Dir::Cache': join(workspace, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '5',
    'Acquire::https::Timeout': '5',
    // As root apt would download as the user _apt, who may not reach the workspace.
    'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
    'Debug::NoLocking': 'true',
  };
  const file = join(workspace, 'apt.conf');
  const lines = [...kept, ...Object.entries(settings).map(([name, value]) => `${name} "${value}";`)];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

function firstError(output: string): string {
  return (output.split('\n').find((line) => line.startsWith('E:')) ?? output.split('\n')[0] ?? '').slice(0, 300);
}
