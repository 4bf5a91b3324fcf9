import { runService } from '@freight/runtime';
import { ratesConfig } from './config.ts';
import { startRates } from './start.ts';

await runService({ name: 'rates', config: ratesConfig, start: startRates });
