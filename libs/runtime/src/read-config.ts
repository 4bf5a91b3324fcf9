import { z } from 'zod';

/** Faults of the environment, all of them, each with the variable's name and never with its value. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`Configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads a process's configuration from environment variables. A variable that is set to nothing counts as not set.
 *
 * @throws ConfigError naming every variable at fault
 */
export const readConfig = <Config>(schema: z.ZodType<Config>, env: NodeJS.ProcessEnv): Config => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => {
    const variable = path.map(String).join('.');
    return set[variable] === undefined ? `${variable} is required: ${message}` : `${variable}: ${message}`;
  });
  // A schema that extends another which is read beside it says the same of their common variables.
  throw new ConfigError([...new Set(faults)]);
};

/** One row of the configuration table in the README. */
export type ConfigRow = {
  variable: string;
  meaning: string;
  default: string | undefined;
  isRequired: boolean;
  isSecret: boolean;
};

/** What a configuration schema says of its variables: `.describe()` is the meaning, `secret()` marks what is never shown. */
export const describeConfig = (schema: z.ZodObject): ConfigRow[] =>
  Object.entries<z.core.$ZodType>(schema.shape).map(([variable, field]) => {
    const absent = z.safeParse(field, undefined);
    const { description, isSecret } = metaOf(field);
    return {
      variable,
      meaning: description ?? '',
      default: absent.success && absent.data !== undefined ? textOf(absent.data) : undefined,
      isRequired: !absent.success,
      isSecret: isSecret === true,
    };
  });

/** A text that is never printed or logged. */
export const secret = (meaning: string): z.ZodString =>
  z.string().min(1).meta({ description: meaning, isSecret: true });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Description and marks of a field, from the outermost layer (`optional`, `default`) that has them. */
const metaOf = (field: z.core.$ZodType): { description?: string | undefined; isSecret?: unknown } => {
  const own = z.globalRegistry.get(field);
  if (own?.description !== undefined) return own;
  const isWrapped = field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodPrefault;
  return isWrapped ? metaOf(field.unwrap()) : {};
};
