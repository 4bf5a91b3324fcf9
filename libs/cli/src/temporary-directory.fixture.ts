import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new private directory for the running test, removed after it. */
export const temporaryDirectory = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'test-of-cli-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};
