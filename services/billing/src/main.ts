import { runService } from '@freight/runtime';
import { billingConfig } from './config.ts';
import { startBilling } from './start.ts';

await runService({ name: 'billing', config: billingConfig, start: startBilling });
