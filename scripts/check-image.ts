import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@freight/contracts';
import { freePort } from '@freight/local-stack';
import { repositoryFolder } from './chart/chart-folder.ts';
import { folderSize } from './image/folder-size.ts';
import { type ImageProcess, runInImage, startInImage } from './image/image-process.ts';
import { rolePassword, type Servers, startServers } from './image/servers.ts';
import { serviceEnvironment } from './image/service-environment.ts';

// `npm run image:check`: puts the image's files together as its Dockerfile does, without a Docker engine, and runs from them what the chart
// runs: migrations, the wait for them, every service, a request, and the end by SIGTERM.
const readyTimeoutMs = 60_000;
const pollMs = 200;

const checkImage = async (folder: string, servers: Servers): Promise<void> => {
  const passwords = serviceNames.map(
    (service) => [`${service.toUpperCase()}_DATABASE_PASSWORD`, rolePassword] as const,
  );
  await runInImage(folder, ['migrate'], { DATABASE_URL: servers.adminUrl, ...Object.fromEntries(passwords) });
  for (const service of serviceNames) {
    await runInImage(folder, ['wait-for-schema', service], { DATABASE_URL: servers.databaseUrlOf(service) });
  }
  console.log('migrations: applied by an owner who is no superuser, and seen by every service');

  const gatewayPort = await freePort();
  const running: { name: string; process: ImageProcess }[] = [];
  try {
    for (const service of serviceNames) {
      const health = await freePort();
      const env = serviceEnvironment(service, servers, { health, gateway: gatewayPort });
      const process = startInImage(folder, [service], env);
      running.push({ name: service, process });
      await untilReady(service, process, `http://127.0.0.1:${health}/readyz`);
      console.log(`${service}: ready`);
    }
    const sandboxPort = await freePort();
    const sandbox = startInImage(folder, ['sandbox'], { SANDBOX_PORT: String(sandboxPort) });
    running.push({ name: 'sandbox', process: sandbox });
    await untilReady('sandbox', sandbox, `http://127.0.0.1:${sandboxPort}/livez`);

    const refused = await fetch(`http://127.0.0.1:${gatewayPort}/api/v1/wallet`);
    if (refused.status !== 401) throw new Error(`the gateway answered ${refused.status} instead of 401`);
    console.log('gateway: answers');
  } finally {
    const codes = await Promise.all(running.map(async ({ name, process }) => [name, await process.stop()] as const));
    for (const [name, code] of codes) {
      if (code === 0) continue;
      console.error(`${name} ended with ${code} at SIGTERM`);
      process.exitCode = 1;
    }
  }
  console.log('SIGTERM: every service ended with 0');
};

const untilReady = async (name: string, { ended, output }: ImageProcess, url: string): Promise<void> => {
  const deadline = AbortSignal.timeout(readyTimeoutMs);
  const isOver = ended.then(() => true);
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    const hasEnded = await Promise.race([isOver, delay(pollMs, false)]);
    if (hasEnded || deadline.aborted) throw new Error(`${name} did not become ready\n${output()}`);
  }
};

const workFolder = mkdtempSync(join(tmpdir(), 'freight-image-'));
// The image's user, who is not the owner, has to get in.
chmodSync(workFolder, 0o755);
try {
  const folder = join(workFolder, 'app');
  const assemble = join(repositoryFolder, 'deploy/docker/assemble.sh');
  const { status, stdout, stderr } = spawnSync('sh', [assemble, repositoryFolder, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`assemble.sh failed\n${stdout}${stderr}`);
  const { bytes, compressedBytes } = folderSize(folder);
  const megabytes = (count: number) => `${(count / 1_000_000).toFixed(0)} MB`;
  console.log(`/app: ${megabytes(bytes)}, compressed ${megabytes(compressedBytes)}; Node.js and Debian come on top`);
  const servers = await startServers();
  try {
    await checkImage(folder, servers);
  } finally {
    await servers.stop();
  }
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
