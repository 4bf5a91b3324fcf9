import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../run-command.ts';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { fakeNatsServer } from './fake-nats-server.fixture.ts';
import { fetchDebianPackage } from './fetch-debian-package.ts';
import { checkNatsServer } from './nats-version.ts';

const hasApt = (await runCommand('apt-get', ['--version'])).isOk;

test.runIf(hasApt)('the package of the newer suite is unpacked from the mirror that the machine has', async () => {
  const machine = await fakeMachine({ trixie: '2.10.27', forky: '2.15.1' });
  expect(await checkNatsServer(await machine.fetch())).toEqual({ isUsable: true, version: '2.10.27' });
});

test.runIf(hasApt)('a mirror without one suite is asked for the next', async () => {
  const machine = await fakeMachine({ forky: '2.15.1' });
  expect(await checkNatsServer(await machine.fetch())).toEqual({ isUsable: true, version: '2.15.1' });
});

test.runIf(hasApt)('a package whose checksum is not the one in the index is not unpacked', async () => {
  const machine = await fakeMachine({ trixie: '2.10.27' });
  const pool = join(machine.mirror, 'pool');
  for (const name of await readdir(pool)) await appendFile(join(pool, name), ' ');
  await expect(machine.fetch()).rejects.toThrow(/trixie at .*(Hash Sum mismatch|unexpected size|Failed to fetch)/);
});

test.runIf(hasApt)('a machine whose sources name no Debian mirror is told so', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'os-release'), 'VERSION_CODENAME=bookworm\n');
  await expect(fetchDebianPackage(directory, join(directory, 'os-release')).fetch(directory)).rejects.toThrow(
    `${directory} names no Debian mirror`,
  );
});

/** A Debian 12 machine whose mirror is a folder; `trusted=yes` stands for the signature that a test cannot make. */
async function fakeMachine(versions: Readonly<Record<string, string>>) {
  const home = await temporaryDirectory();
  const mirror = join(home, 'mirror');
  for (const [suite, version] of Object.entries(versions)) await addSuite(mirror, suite, version);
  await writeFile(join(home, 'sources.list'), `deb [trusted=yes] file:${mirror} bookworm main\n`);
  await writeFile(join(home, 'os-release'), 'PRETTY_NAME="Debian GNU/Linux 12"\nVERSION_CODENAME=bookworm\n');
  const source = fetchDebianPackage(home, join(home, 'os-release'));
  return { mirror, fetch: async () => source.fetch(await temporaryDirectory()) };
}

async function addSuite(mirror: string, suite: string, version: string): Promise<void> {
  const content = await temporaryDirectory();
  await fakeNatsServer(join(content, 'usr', 'sbin'), version);
  await mkdir(join(content, 'DEBIAN'));
  const { stdout: architecture } = await runCommand('dpkg', ['--print-architecture']);
  const control = `Package: nats-server
Version: ${version}
Architecture: ${architecture.trim()}
Maintainer: Nobody <nobody@example.com>
Description: a stand-in
`;
  await writeFile(join(content, 'DEBIAN', 'control'), control);
  const file = `pool/nats-server_${version}.deb`;
  await mkdir(join(mirror, 'pool'), { recursive: true });
  await runCommand('dpkg-deb', ['--root-owner-group', '-b', content, join(mirror, file)]);
  const archive = await readFile(join(mirror, file));
  const index = `${control}Filename: ${file}\nSize: ${archive.length}\nSHA256: ${sha256(archive)}\n`;
  const indexPath = `main/binary-${architecture.trim()}/Packages`;
  const release = `Suite: ${suite}
Codename: ${suite}
Components: main
Architectures: ${architecture.trim()}
Date: ${new Date().toUTCString()}
SHA256:
 ${sha256(index)} ${index.length} ${indexPath}
`;
  const directory = join(mirror, 'dists', suite);
  await mkdir(join(directory, 'main', `binary-${architecture.trim()}`), { recursive: true });
  await writeFile(join(directory, indexPath), index);
  await writeFile(join(directory, 'Release'), release);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
