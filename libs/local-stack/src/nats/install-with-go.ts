import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { releaseVersion } from './fetch-release.ts';
import type { NatsSource } from './find-nats-server.ts';

const buildTimeoutMs = 600_000;

/** A build from source where Go is installed; Go checks the source against its public checksum database. */
export function installWithGo(go = 'go'): NatsSource {
  return {
    description: `a build of ${releaseVersion} with go install`,
    fetch: async (directory) => {
      const { isOk, error } = await runCommand(
        go,
        ['install', `github.com/nats-io/nats-server/v2@v${releaseVersion}`],
        {
          env: { ...process.env, GOBIN: directory, CGO_ENABLED: '0', GOFLAGS: '' },
          cwd: directory,
          timeoutMs: buildTimeoutMs,
        },
      );
      if (!isOk) throw new Error(error.split('\n').at(-1));
      return join(directory, 'nats-server');
    },
  };
}
