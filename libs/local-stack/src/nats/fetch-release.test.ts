import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../run-command.ts';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { fakeNatsServer } from './fake-nats-server.fixture.ts';
import { fetchRelease, releaseVersion } from './fetch-release.ts';

const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
const name = `nats-server-v${releaseVersion}-${platform}`;

test('an archive with the known checksum is unpacked', async () => {
  const archive = await makeArchive();
  const checksum = createHash('sha256').update(archive).digest('hex');
  const program = await fetchRelease(await serve(archive), { [platform]: checksum }).fetch(await temporaryDirectory());
  expect((await runCommand(program, ['--version'])).stdout).toBe(`nats-server: v${releaseVersion}\n`);
});

test('an archive with another checksum is not unpacked', async () => {
  const releases = await serve(await makeArchive());
  await expect(
    fetchRelease(releases, { [platform]: '0'.repeat(64) }).fetch(await temporaryDirectory()),
  ).rejects.toThrow(`${name}.tar.gz has the checksum`);
});

test('a platform without a known checksum is not served', async () => {
  await expect(fetchRelease('http://127.0.0.1:9', {}).fetch(await temporaryDirectory())).rejects.toThrow(
    `no checksum is known for ${platform}`,
  );
});

async function makeArchive(): Promise<Buffer> {
  const directory = await temporaryDirectory();
  await fakeNatsServer(join(directory, name), releaseVersion);
  await runCommand('tar', ['-czf', 'archive.tar.gz', name], { cwd: directory });
  return readFile(join(directory, 'archive.tar.gz'));
}

/** Serves the bytes under the one path that a release of ours has. */
async function serve(archive: Buffer): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === `/v${releaseVersion}/${name}.tar.gz` ? 200 : 404;
    response.end(archive);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // A server on a port has no other kind of address.
  return `http://127.0.0.1:${port}`;
}
