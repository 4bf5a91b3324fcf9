import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A program that answers `--version` as a nats-server of this version does. Returns its path. */
export async function fakeNatsServer(directory: string, version: string): Promise<string> {
  const program = join(directory, 'nats-server');
  await mkdir(dirname(program), { recursive: true });
  await writeFile(program, `#!/bin/sh\necho "nats-server: v${version}"\n`);
  await chmod(program, 0o755);
  return program;
}
