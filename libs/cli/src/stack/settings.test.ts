import { expect, test } from 'vitest';
import { defaultDataDirectory } from './repository.ts';
import { takeSettings } from './settings.ts';

test('nothing has to be set', () => {
  expect(takeSettings({})).toEqual({ PORT: 8080, DATA_DIR: defaultDataDirectory });
});

test('all faults are told in one sentence', () => {
  expect(() =>
    takeSettings({ PORT: 'http', SANDBOX_PORT: '70000', NATS_URL: 'http://x', DEMO_API_KEY: 'short' }),
  ).toThrow(
    'the environment cannot be used: PORT: must be a port from 1 to 65535; SANDBOX_PORT: must be a port from 1 to 65535; ' +
      'NATS_URL: must be like nats://user:password@host:4222; DEMO_API_KEY: must have at least 16 characters',
  );
});

test('what is read is taken out of the environment, the rest is left for the processes', () => {
  const env: NodeJS.ProcessEnv = { PORT: '9000', DATABASE_URL: 'postgres://admin:x@db/freight', LOG_LEVEL: 'debug' };
  expect(takeSettings(env)).toMatchObject({ PORT: 9000, DATABASE_URL: 'postgres://admin:x@db/freight' });
  expect(env).toEqual({ LOG_LEVEL: 'debug' });
});
