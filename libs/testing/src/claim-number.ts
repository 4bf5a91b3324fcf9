import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The lowest number of its kind that nobody in this run has taken; safe between worker processes, since mkdir is atomic. */
export const claimNumber = async (directory: string, kind: string): Promise<number> => {
  for (let number = 0; ; number += 1) {
    try {
      await mkdir(join(directory, `${kind}-${number}`));
      return number;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
};
