import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new private directory (mode 0700) for the running test, removed after it. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'test-of-local-stack-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
