import { runService } from '@freight/runtime';
import { shipmentsConfig } from './config.ts';
import { startShipments } from './start.ts';

await runService({ name: 'shipments', config: shipmentsConfig, start: startShipments });
