import { runService } from '@freight/runtime';
import { webhooksConfig } from './config.ts';
import { startWebhooks } from './start.ts';

await runService({ name: 'webhooks', config: webhooksConfig, start: startWebhooks });
