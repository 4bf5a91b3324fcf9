import { spawnSync } from 'node:child_process';
import { z } from 'zod';

const downloaded = z.object({ Dir: z.string() });

/**
 * The folder of a Go module's sources, fetched once and kept by Go.
 *
 * @returns undefined where there is no Go or the module cannot be had
 */
export const goModule = (module: string, version: string): string | undefined => {
  const { status, stdout } = spawnSync('go', ['mod', 'download', '-json', `${module}@${version}`], {
    encoding: 'utf8',
  });
  return status === 0 ? downloaded.parse(JSON.parse(stdout)).Dir : undefined;
};
