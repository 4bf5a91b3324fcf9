import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findServers } from './find-servers.ts';
import { makeTemplate } from './template-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Administrator's address of the run's PostgreSQL. */
    databaseUrl: string;
    /** Address of the run's NATS without credentials; accounts are `t0`, `t1`, … */
    natsUrl: string;
    /** Folder in which test files take their numbers. */
    countersDirectory: string;
  }
}

/**
 * Once a run: one PostgreSQL with a migrated template database and one NATS with an account per test file. Test files then
 * clone the template and take an account, so no file sees another's rows or messages.
 */
export const setup = async (project: TestProject): Promise<void> => {
  const servers = await findServers((line) => process.stderr.write(`${line}\n`));
  const countersDirectory = await mkdtemp(join(tmpdir(), 'freight-tests-'));
  await makeTemplate(servers.databaseUrl);
  project.provide('databaseUrl', servers.databaseUrl);
  project.provide('natsUrl', servers.natsUrl);
  project.provide('countersDirectory', countersDirectory);
  stop = async () => {
    await servers.stop();
    await rm(countersDirectory, { recursive: true, force: true });
  };
};

export const teardown = (): Promise<void> => stop();

let stop = async (): Promise<void> => {};
