// Quotes a second over NATS and through the gateway, each beside an echo on the same path in the same run: the same operation
// over the same bus and gateway, answered with the same bytes by a handler that only hands them back. The two take turns, so
// that what else happens on the machine meets both.
// node services/rates/src/bench/rates.ts [--rounds 8] [--seconds 2] [--callers 32]
import { parseArgs } from 'node:util';
import { median, percentile } from './setting/percentile.ts';
import { quoteRequest } from './setting/quote-request.ts';
import { type Side, startSide } from './setting/side.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '2' },
    callers: { type: 'string', default: '32' },
  },
});
const rounds = Number(values.rounds);
const roundMs = Number(values.seconds) * 1_000;
const callers = Number(values.callers);
const warmUpMs = 2_000;

type Round = { perSecond: number; latenciesMs: number[] };

/** Keeps `callers` calls in flight for a while. */
const run = async (forMs: number, once: () => Promise<unknown>): Promise<Round> => {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      const sentAt = performance.now();
      await once();
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: latenciesMs.length / ((performance.now() - startedAt) / 1_000), latenciesMs };
};

const show = (name: string, of: readonly Round[]): void => {
  const latencies = of.flatMap(({ latenciesMs }) => latenciesMs);
  const [perSecond, p50, p99] = [
    median(of.map((round) => round.perSecond)),
    percentile(latencies, 0.5),
    percentile(latencies, 0.99),
  ];
  console.log(
    `${name.padEnd(20)} ${perSecond.toFixed(0).padStart(8)}/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms`,
  );
};

const compare = async (path: string, quote: () => Promise<unknown>, echo: () => Promise<unknown>): Promise<void> => {
  await run(warmUpMs, quote);
  await run(warmUpMs, echo);
  const quotes: Round[] = [];
  const echoes: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Whoever goes first in a round goes second in the next.
    if (round % 2 === 0) quotes.push(await run(roundMs, quote));
    echoes.push(await run(roundMs, echo));
    if (round % 2 === 1) quotes.push(await run(roundMs, quote));
  }
  show(`${path}: quote`, quotes);
  show(`${path}: echo`, echoes);
  const ratios = quotes.map(({ perSecond }, round) => (echoes[round]?.perSecond ?? Number.NaN) / perSecond);
  console.log(
    `${path}: a quote costs ${((median(ratios) - 1) * 100).toFixed(1)} % more than the echo (median of ${rounds} pairs)`,
  );
};

const rates: Side = await startSide('rates');
const answer = await rates.overNats();
console.log(
  `quote: ${Buffer.byteLength(JSON.stringify(quoteRequest))} bytes in, ${answer.byteLength} bytes out; ${callers} callers`,
);
const echo = await startSide('echo', answer);

await compare('NATS', rates.overNats, echo.overNats);
await compare('gateway', rates.overHttp, echo.overHttp);

await Promise.all([rates.stop(), echo.stop()]);
