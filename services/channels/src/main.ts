import { runService } from '@freight/runtime';
import { channelsConfig } from './config.ts';
import { startChannels } from './start.ts';

await runService({ name: 'channels', config: channelsConfig, start: startChannels });
