import { stopOnSignal } from './stop-on-signal.ts';
import { supervise } from './supervise.ts';

// A supervisor in a process of its own, for tests that kill it: `node run-supervisor.fixture.ts <data directory> <specs as JSON>`.
const [, , dataDirectory = '', specs = '[]'] = process.argv;
stopOnSignal(await supervise(JSON.parse(specs), { dataDirectory }));
process.stdout.write('ready\n');
