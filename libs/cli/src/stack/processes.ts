import { type ServiceName, serviceNames } from '@freight/contracts';
import { sandboxCredentials, sandboxPushToken } from '@freight/courier-sandbox';
import type { ProcessSpec } from '@freight/local-stack';
import { registrationUrl } from '@freight/telemetry';
import type { Ports } from './ports.ts';
import { mainOf, sandboxMain } from './repository.ts';
import type { StackSecrets } from './secrets.ts';

/** What is known before anything runs. */
export type StackPlan = {
  dataDirectory: string;
  secrets: StackSecrets;
  ports: Ports;
  gatewayPort: number;
  /** Origin of the gateway: `http://127.0.0.1:8080`. */
  publicUrl: string;
  sandboxUrl: string;
};

/** Where the services find their servers. */
export type StackServers = {
  natsUrl: string;
  /** False with a NATS server of somebody else, whose address carries what it wants to see. */
  usesNkeys: boolean;
  databaseUrlOf: (service: ServiceName) => string;
  /** Names of the servers' processes that were started here; they are stopped after the services. */
  processes: readonly string[];
};

type Environment = Record<string, string>;

/** Which variable goes to which service, beyond what every service gets. */
const environmentOf: Record<ServiceName, (plan: StackPlan) => Environment> = {
  gateway: ({ gatewayPort, publicUrl, secrets }) => ({
    HOST: '127.0.0.1',
    PORT: String(gatewayPort),
    PUBLIC_BASE_URL: publicUrl,
    OPERATOR_TOKEN: secrets.operatorToken,
    DEMO_API_KEY: secrets.demoApiKey,
  }),
  shipments: ({ publicUrl, secrets, sandboxUrl }) => ({
    PUBLIC_BASE_URL: publicUrl,
    LINK_SIGNING_KEY: secrets.linkSigningKey,
    // Nothing here may reach a real courier: live keys of this installation book at the sandbox too.
    COURIER_ACCOUNTS: sandboxAccounts(sandboxUrl),
    COURIER_SANDBOX_ACCOUNTS: sandboxAccounts(sandboxUrl),
  }),
  rates: () => ({ CONNECTED_COURIERS: connectedCouriers.join(',') }),
  billing: () => ({}),
  channels: () => ({}),
  webhooks: () => ({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' }),
};

const sandboxEnvironment = ({ dataDirectory, publicUrl, ports }: StackPlan): Environment => ({
  SANDBOX_HOST: '127.0.0.1',
  SANDBOX_PORT: String(ports('sandbox')),
  SANDBOX_STATE_FILE: `${dataDirectory}/sandbox.jsonl`,
  COURIER_PUSH_BASE_URL: publicUrl,
  COURIER_PUSH_TOKEN: sandboxPushToken,
  AUTO_PROGRESS: process.env['AUTO_PROGRESS'] ?? 'true',
  AUTO_PROGRESS_STEP_MS: process.env['AUTO_PROGRESS_STEP_MS'] ?? '3000',
});

/** Who is listed here is quoted and booked. The sandbox speaks for more, but a courier is connected on purpose. */
const connectedCouriers = ['delhivery', 'bluedart'] as const;

const sandboxAccounts = (sandboxUrl: string): string =>
  JSON.stringify(
    connectedCouriers.map((courier) => ({
      courier,
      baseUrl: `${sandboxUrl}/${courier}`,
      credentials: sandboxCredentials[courier],
      // The real couriers' request budgets would slow down a load test of ours.
      settings: { rateLimits: 'off' },
      webhookToken: sandboxPushToken,
    })),
  );

export const serviceProcesses = (plan: StackPlan, servers: StackServers): ProcessSpec[] =>
  serviceNames.map((service) => {
    const healthPort = plan.ports(`${service}-health`);
    return {
      name: service,
      command: process.execPath,
      args: ['--import', registrationUrl, mainOf(service)],
      env: {
        DATABASE_URL: servers.databaseUrlOf(service),
        NATS_URL: servers.natsUrl,
        ...(servers.usesNkeys ? { NATS_NKEY_SEED: plan.secrets.nkeySeeds[service] } : {}),
        HEALTH_HOST: '127.0.0.1',
        HEALTH_PORT: String(healthPort),
        ...environmentOf[service](plan),
      },
      ready: { url: `http://127.0.0.1:${healthPort}/readyz` },
      dependsOn: servers.processes,
      gracePeriodMs: 20_000,
    };
  });

export const sandboxProcess = (plan: StackPlan): ProcessSpec => ({
  name: 'sandbox',
  command: process.execPath,
  args: [sandboxMain],
  env: sandboxEnvironment(plan),
  ready: { url: `${plan.sandboxUrl}/livez` },
});
