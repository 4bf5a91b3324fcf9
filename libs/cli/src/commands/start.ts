import { Command } from 'commander';

/** `freight start`: the whole product on this machine, `npm start`. */
export const startCommand = new Command('start')
  .description('run everything on this machine: PostgreSQL, NATS, the six services and the courier sandbox')
  .action(async () => {
    // Only this command needs all of it, and the others shall answer at once.
    const [{ takeSettings }, { startStack }] = await Promise.all([
      import('../stack/settings.ts'),
      import('../stack/start-stack.ts'),
    ]);
    await startStack(takeSettings(process.env));
  });
