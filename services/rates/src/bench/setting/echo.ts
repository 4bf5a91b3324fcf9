// The other side of the comparison: serves `rates.calculate` and hands back what it was given at the start.
import { calculateRates } from '@freight/contracts';
import { connectBus, implement, serve } from '@freight/messaging';
import { createLogger } from '@freight/telemetry';
import { z } from 'zod';

const { NATS_URL, ECHO } = z.object({ NATS_URL: z.string(), ECHO: z.string() }).parse(process.env);
const answer = calculateRates.output.parse(JSON.parse(ECHO));
const log = createLogger({ service: 'rates', level: 'info' });
const bus = await connectBus({ servers: NATS_URL, service: 'rates', log });
serve(bus, [implement(calculateRates, async (_deps: object, _context, _input) => answer)], {}, { log });
await bus.flush();
