// Do slow and broken receivers hold up the healthy ones? 200 subscriptions, first all healthy, then with 10 % that hang, 10 % that
// answer 500, 5 % that reset and 5 % that drip, while one takes 90 % of the load. Prints the age of a webhook at the healthy
// receivers both times, and fails when its p99 has doubled.
// node services/webhooks/src/bench/isolation.ts [--seconds 30] [--rate 200]
import { parseArgs } from 'node:util';
import { startInstallation } from './setting/installation.ts';
import { announceSteadily } from './setting/load.ts';
import { percentile } from './setting/percentile.ts';
import { type ReceiverPlan, startReceivers } from './setting/receivers.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, rate: { type: 'string', default: '200' } },
});
const seconds = Number(values.seconds);
const perSecond = Number(values.rate);
const subscriptionCount = 200;
const busyShare = 0.9;
const warmUpSeconds = 5;
const allowedGrowth = 2;
/** Ages below this are the pace of batches and timers, not of neighbours: growth is counted from here, in milliseconds. */
const floorMs = 50;

const receiverOf = (index: number, isCalm: boolean): ReceiverPlan[number] => {
  // The first takes most of the load; it is healthy, and a group of its own.
  if (index === 0) return { behaviour: 'acknowledge', group: 'busy' };
  const place = index % 20;
  if (isCalm || place >= 6) return { behaviour: 'acknowledge', group: place >= 6 ? 'healthy' : 'other' };
  if (place < 2) return { behaviour: 'hang', group: 'hang' };
  if (place < 4) return { behaviour: 'fail', group: 'fail' };
  return { behaviour: place === 4 ? 'reset' : 'drip', group: 'broken' };
};

/** Runs the load and gives the ages at the healthy receivers, which are the same 140 in both runs. */
const healthyAges = async (isCalm: boolean): Promise<number[]> => {
  const receivers = await startReceivers(
    Array.from({ length: subscriptionCount }, (_, index) => receiverOf(index, isCalm)),
  );
  const installation = await startInstallation();
  const organizations = await installation.subscribe(receivers.urls);
  let turn = 0;
  const organizationOf = (): string => {
    turn += 1;
    const isForBusy = !isCalm && turn % Math.round(1 / (1 - busyShare)) !== 0;
    return (
      organizations[isForBusy ? 0 : 1 + (Math.floor(turn * (isCalm ? 1 : 1 - busyShare)) % (subscriptionCount - 1))] ??
      ''
    );
  };
  await announceSteadily(installation, { perSecond, seconds: warmUpSeconds, organizationOf });
  await receivers.takeAges();
  await announceSteadily(installation, { perSecond, seconds, organizationOf });
  const { healthy = [] } = await receivers.takeAges();
  await installation.stop();
  receivers.stop();
  return healthy;
};

const line = (name: string, ages: readonly number[]) =>
  console.log(
    `${name.padEnd(40)} ${String(ages.length).padStart(7)} webhooks  p50 ${percentile(ages, 0.5)} ms  p99 ${percentile(ages, 0.99)} ms`,
  );

const calm = await healthyAges(true);
line('healthy receivers among healthy ones', calm);
const troubled = await healthyAges(false);
line('the same among hanging and broken ones', troubled);
const growth = Math.max(percentile(troubled, 0.99), floorMs) / Math.max(percentile(calm, 0.99), floorMs);
console.log(`p99 grew ${growth.toFixed(2)}-fold; allowed: less than ${allowedGrowth}-fold`);
if (!(growth < allowedGrowth)) process.exitCode = 1;
