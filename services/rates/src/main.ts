import { runService } from '@freight/runtime';
import { config } from './config.ts';
import { startRates } from './start.ts';

await runService({ name: 'rates', config, start: startRates });
