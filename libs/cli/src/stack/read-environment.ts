import { ConfigError, readConfig } from '@freight/runtime';
import type { z } from 'zod';

/** Reads a command's environment. @throws Error in one sentence naming every variable at fault */
export const readEnvironment = <Settings>(schema: z.ZodType<Settings>, env: NodeJS.ProcessEnv): Settings => {
  try {
    return readConfig(schema, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Error(`the environment cannot be used: ${error.faults.join('; ')}`, { cause: error });
  }
};
