import { z } from 'zod';
import { sandboxPushToken, sandboxPushTokenHeader } from './credentials.ts';
import { startCourierSandbox } from './start-sandbox.ts';

/** The sandbox as a process of its own. Every fault of its environment is reported at once. */
const environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_SEED: z.coerce.number().int().optional(),
  SANDBOX_STATE_FILE: z.string().min(1).optional(),
  /** `http://127.0.0.1:8080`: pushes go to `<base>/courier-push/<courier>`; without it nothing is pushed. */
  COURIER_PUSH_BASE_URL: z.url().optional(),
  COURIER_PUSH_TOKEN: z.string().min(1).default(sandboxPushToken),
  AUTO_PROGRESS: z.stringbool().default(false),
  AUTO_PROGRESS_STEP_MS: z.coerce.number().int().min(10).default(2_000),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  process.stderr.write(`The courier sandbox cannot start:\n${z.prettifyError(parsed.error)}\n`);
  process.exit(78);
}
const settings = parsed.data;

const log = (line: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), service: 'courier-sandbox', ...line })}\n`);
};

const sandbox = await startCourierSandbox({
  port: settings.SANDBOX_PORT,
  host: settings.SANDBOX_HOST,
  seed: settings.SANDBOX_SEED,
  statePath: settings.SANDBOX_STATE_FILE,
  log,
  autoProgress: { enabled: settings.AUTO_PROGRESS, stepMs: settings.AUTO_PROGRESS_STEP_MS },
  pushTargets: (courier) =>
    settings.COURIER_PUSH_BASE_URL === undefined
      ? undefined
      : {
          url: `${settings.COURIER_PUSH_BASE_URL.replace(/\/$/, '')}/courier-push/${courier}`,
          headers: { [sandboxPushTokenHeader]: settings.COURIER_PUSH_TOKEN },
          secret: settings.COURIER_PUSH_TOKEN,
        },
});

const stop = async (): Promise<void> => {
  await sandbox.close();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
