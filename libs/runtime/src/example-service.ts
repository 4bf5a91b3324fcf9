// A service without business, run as a process by start-service.test.ts.
import { z } from 'zod';
import { runService } from './run-service.ts';

await runService({
  name: 'rates',
  config: z.object({ GREETING: z.string() }),
  start: async ({ config }) => {
    if (config.GREETING === 'reject') setImmediate(() => void Promise.reject(new Error('nobody handles this')));
  },
});
