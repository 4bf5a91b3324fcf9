import { operations } from '@freight/contracts';
import type { Runtime } from '@freight/runtime';
import { createAdmission } from './access/admission.ts';
import { followKeyChanges } from './access/key-changes.ts';
import { createKeyDirectory } from './access/key-directory.ts';
import { createAuditForwarded } from './audit-log/audit-forwarded.ts';
import type { GatewayConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { createApp } from './http/app.ts';
import { createExchanger } from './http/exchange.ts';
import { createInvoke } from './http/invoke.ts';
import { listen } from './http/listen.ts';
import { pruneKeys } from './idempotency/idempotency.store.ts';
import { runOnce } from './idempotency/run-once.ts';
import { createLimiter } from './limits/limiter.ts';
import { implementations } from './operations.ts';
import { ensureDemoOrganization } from './organizations/demo-organization.ts';
import type { Tables } from './tables.ts';

const usageEveryMs = 5_000;
const pruneEveryMs = 60_000;
const pruneBatch = 5_000;

export type Gateway = { url: string };

/** Starts the gateway: its own operations, what it remembers, and the public port last. */
export const startGateway = async (runtime: Runtime<GatewayConfig, Tables>): Promise<Gateway> => {
  const { config, db, bus, log } = runtime;
  const defaultRate = { perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST };
  const addressRate = { perSecond: config.PUBLIC_RATE_LIMIT_PER_SECOND, burst: config.PUBLIC_RATE_LIMIT_BURST };
  const pushRate = { perSecond: config.PUSH_RATE_LIMIT_PER_SECOND, burst: 2 * config.PUSH_RATE_LIMIT_PER_SECOND };

  const keys = createKeyDirectory({
    db,
    defaultRate,
    cacheMs: config.KEY_CACHE_SECONDS * 1_000,
    demoKey: config.DEMO_API_KEY,
    hearsChanges: bus.isConnected,
  });
  const stopFollowing = followKeyChanges(bus, keys);
  const deps: Deps = { db, bus, log, config, keys, defaultRate };
  const invoke = createInvoke(bus, implementations, deps);
  const addressLimiter = createLimiter();
  const app = await createApp({
    operations,
    exchange: createExchanger({
      log,
      addressLimiter,
      addressRate,
      trustedProxyHops: config.TRUSTED_PROXY_HOPS,
      httpsOrigin: httpsOriginOf(config.PUBLIC_BASE_URL),
    }),
    admission: createAdmission({
      keys,
      operatorToken: config.OPERATOR_TOKEN,
      keyLimiter: createLimiter(),
      addressLimiter,
      operatorRate: defaultRate,
      addressRate,
    }),
    invoke,
    runOnce: (request, run) => runOnce({ db, log }, request, run),
    auditForwarded: createAuditForwarded({ db, log }),
    reportFailure: (error, { requestId }, { name }) =>
      log.error({ err: error, requestId, operation: name }, 'operation failed'),
    pushLimiter: createLimiter(),
    pushRate,
    hasOperatorApi: config.OPERATOR_TOKEN !== undefined,
    publicBaseUrl: config.PUBLIC_BASE_URL,
  });

  if (config.DEMO_API_KEY !== undefined) await ensureDemoOrganization(db, config.DEMO_API_KEY);

  runtime.loop({ name: 'key-usage', everyMs: usageEveryMs, run: () => keys.flushUsage() });
  runtime.loop({
    name: 'prune-idempotency-keys',
    everyMs: pruneEveryMs,
    run: async () => void (await pruneKeys(db, pruneBatch)),
  });

  // Only what other services may call: everything else comes in over HTTP and runs in this process.
  runtime.serve(
    implementations.filter(({ operation }) => operation.callers.length > 0),
    deps,
  );
  const listening = await listen(app, { host: config.HOST, port: config.PORT, log });
  log.info({ url: listening.url }, 'gateway listens');
  runtime.onStop(async () => {
    await listening.drain();
    stopFollowing();
    await keys.flushUsage();
  });
  return { url: listening.url };
};

const httpsOriginOf = (publicBaseUrl: string | undefined): string | undefined => {
  const origin = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin;
  return origin?.startsWith('https:') ? origin : undefined;
};
