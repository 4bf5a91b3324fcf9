import type { ServiceName } from '@freight/contracts';
import type { Servers } from './servers.ts';

export type ServicePorts = { health: number; gateway: number };

/** The least that each service starts with, and a collector that is not there: its absence must disturb nobody. */
export const serviceEnvironment = (
  service: ServiceName,
  servers: Servers,
  { health, gateway }: ServicePorts,
): Record<string, string> => ({
  DATABASE_URL: servers.databaseUrlOf(service),
  NATS_URL: servers.natsUrl,
  NATS_NKEY_SEED: servers.nkeySeedOf(service),
  HEALTH_HOST: '127.0.0.1',
  HEALTH_PORT: String(health),
  OTEL_SERVICE_NAME: service,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  ...own[service](gateway),
});

const own: Record<ServiceName, (gateway: number) => Record<string, string>> = {
  gateway: (port) => ({ HOST: '127.0.0.1', PORT: String(port) }),
  shipments: (port) => ({ PUBLIC_BASE_URL: `http://127.0.0.1:${port}`, LINK_SIGNING_KEY: 'k'.repeat(32) }),
  rates: () => ({}),
  billing: () => ({}),
  channels: () => ({}),
  webhooks: () => ({}),
};
