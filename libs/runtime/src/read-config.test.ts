import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { baseConfig } from './base-config.ts';
import { ConfigError, describeConfig, readConfig, secret } from './read-config.ts';

const schema = z.object({
  PORT: z.coerce.number().int().max(65_535).default(8080).describe('Public port'),
  MODE: z.enum(['fast', 'safe']).describe('What to favour'),
  TOKEN: secret('Shared with the courier').min(10),
  NOTE: secret('Never shown').optional(),
});

const faultsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(schema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

describe('readConfig', () => {
  test('fills in defaults and reads numbers', () => {
    expect(readConfig(schema, { MODE: 'safe', TOKEN: '0123456789' })).toEqual({
      PORT: 8080,
      MODE: 'safe',
      TOKEN: '0123456789',
    });
  });

  test('reports every fault together, each with its variable', () => {
    const variables = faultsOf({ PORT: '99999', MODE: 'slow' }).map((fault) => fault.split(/[: ]/, 1)[0]);
    expect(variables).toEqual(['PORT', 'MODE', 'TOKEN']);
  });

  test('never repeats the value of a variable', () => {
    expect(faultsOf({ MODE: 'slow-and-odd', TOKEN: 'hush' }).join('\n')).not.toMatch(/hush|slow-and-odd/);
  });

  test('takes a variable that is set to nothing as not set', () => {
    expect(readConfig(schema, { MODE: 'fast', TOKEN: '0123456789', PORT: '', NOTE: '' })).not.toHaveProperty('NOTE');
  });
});

describe('describeConfig', () => {
  test('gives a row per variable with meaning, default and whether it is required or secret', () => {
    expect(describeConfig(schema)).toEqual([
      { variable: 'PORT', meaning: 'Public port', default: '8080', isRequired: false, isSecret: false },
      { variable: 'MODE', meaning: 'What to favour', default: undefined, isRequired: true, isSecret: false },
      { variable: 'TOKEN', meaning: 'Shared with the courier', default: undefined, isRequired: true, isSecret: true },
      { variable: 'NOTE', meaning: 'Never shown', default: undefined, isRequired: false, isSecret: true },
    ]);
  });

  test('finds a meaning for every variable that all services have', () => {
    expect(describeConfig(baseConfig).filter(({ meaning }) => meaning === '')).toEqual([]);
  });
});
