import { type TestService, testService } from '@freight/testing';
import { webhooksConfig } from './config.ts';
import { type Answering, type Receiver, startReceiver } from './delivery/receiver.fixture.ts';
import { startWebhooks } from './start.ts';
import type { Tables } from './tables.ts';

export type WebhooksFixture = { service: TestService<Tables>; receiver: Receiver; stop: () => Promise<void> };

/** The whole service, allowed to send to loopback, and a merchant's server there. */
export const webhooksFixture = async (
  env: Record<string, string> = {},
  answering?: Answering,
): Promise<WebhooksFixture> => {
  const receiver = await startReceiver(answering);
  const service = await testService({
    service: 'webhooks',
    config: webhooksConfig,
    start: startWebhooks,
    env: { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...env },
  });
  return {
    service,
    receiver,
    stop: async () => {
      await service.stop();
      await receiver.stop();
    },
  };
};
