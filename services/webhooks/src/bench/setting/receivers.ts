import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** hang: takes the request and never answers; drip: a byte of its answer a second; reset: cuts the connection. */
const behaviours = ['acknowledge', 'fail', 'hang', 'reset', 'drip'] as const;
export type Behaviour = (typeof behaviours)[number];

/** One receiver each; those of one group are reported together. */
export const receiverPlan = z.array(z.object({ behaviour: z.enum(behaviours), group: z.string() }));
export type ReceiverPlan = z.output<typeof receiverPlan>;

export const receiverCommand = z.literal('report');

/** `once` gives the arguments of a message: itself, and a handle that none of ours has. */
const messageOf = <Message extends z.ZodType>(message: Message) => z.tuple([message]).rest(z.unknown());
const started = messageOf(z.object({ urls: z.array(z.string()) }));
const report = messageOf(z.object({ ages: z.record(z.string(), z.array(z.number())) }));

export type Receivers = {
  /** Addresses, in the order of the plan. */
  urls: string[];
  /** Ages of the webhooks that came since the last call, in milliseconds, by group. */
  takeAges: () => Promise<Record<string, number[]>>;
  stop: () => void;
};

/** Starts the merchants' servers in a process of their own, so that they take the benchmark's second core and not its first. */
export const startReceivers = async (plan: ReceiverPlan): Promise<Receivers> => {
  const child = fork(fileURLToPath(new URL('./receivers-process.ts', import.meta.url)), [JSON.stringify(plan)]);
  const { urls } = started.parse(await once(child, 'message'))[0];
  return {
    urls,
    takeAges: async () => {
      const answer = once(child, 'message');
      child.send('report');
      return report.parse(await answer)[0].ages;
    },
    stop: () => child.disconnect(),
  };
};
