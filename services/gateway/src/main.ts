import { runService } from '@freight/runtime';
import { gatewayConfig } from './config.ts';
import { startGateway } from './start.ts';

await runService({ name: 'gateway', config: gatewayConfig, start: startGateway });
