import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['libs/*/src/**/*.test.ts', 'services/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['libs/testing/src/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One worker a core: PostgreSQL and NATS of the run share the machine with the tests.
    maxWorkers: 2,
  },
});
