// Webhooks a second, from the commit of the event to the recorded acknowledgement, to 100 receivers; the age of a webhook at its
// receiver at half that load; and beside it a bare undici loop posting the same bytes to the same receivers in the same run.
// node services/webhooks/src/bench/webhooks.ts [--seconds 60] [--history 5000000] [--profile folder]
import { parseArgs } from 'node:util';
import { bareLoop } from './setting/bare-loop.ts';
import { fillHistory } from './setting/history.ts';
import { startInstallation } from './setting/installation.ts';
import { announceAtCapacity, announceSteadily, drained } from './setting/load.ts';
import { percentile } from './setting/percentile.ts';
import { startReceivers } from './setting/receivers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    history: { type: 'string', default: '0' },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const receiverCount = 100;
const outstanding = 2_000;
const warmUpSeconds = 3;
const group = 'all';

const receivers = await startReceivers(
  Array.from({ length: receiverCount }, () => ({ behaviour: 'acknowledge', group }) as const),
);
const installation = await startInstallation({
  nodeFlags: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
});
const organizations = await installation.subscribe(receivers.urls);
await fillHistory(installation, organizations, Number(values.history));

let turn = 0;
const organizationOf = (): string => organizations[turn++ % organizations.length] ?? '';
const line = (name: string, value: string) => console.log(`${name.padEnd(44)} ${value}`);

line('receivers', String(receiverCount));
line('old deliveries', values.history);
await bareLoop(receivers.urls, warmUpSeconds);
await announceAtCapacity(installation, { outstanding, seconds: warmUpSeconds, organizationOf });
await drained(installation);

const barePerSecond = await bareLoop(receivers.urls, Math.min(seconds, 20));
line('bare undici loop, posts/s', barePerSecond.toFixed(0));

const { perSecond } = await announceAtCapacity(installation, { outstanding, seconds, organizationOf });
line(`commit to acknowledgement, events/s for ${seconds} s`, perSecond.toFixed(0));
line('ratio to the bare loop', (perSecond / barePerSecond).toFixed(2));

await drained(installation);
await receivers.takeAges();
await announceSteadily(installation, { perSecond: perSecond / 2, seconds, organizationOf });
await drained(installation);
const { [group]: ages = [] } = await receivers.takeAges();
line(`commit to receipt at ${(perSecond / 2).toFixed(0)} events/s, p50`, `${percentile(ages, 0.5)} ms`);
line('p99', `${percentile(ages, 0.99)} ms`);

await installation.stop();
receivers.stop();
