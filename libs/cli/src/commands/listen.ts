import { createWebhook, deleteWebhook, webhookEvents } from '@freight/contracts';
import { verifyWebhook } from '@freight/webhook-signature';
import { Command, InvalidArgumentError } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { tcpPort } from '../arguments.ts';
import { describeDelivery } from '../listen/describe-delivery.ts';
import { forward } from '../listen/forward.ts';
import { type ReceivedDelivery, startReceiver } from '../listen/receiver.ts';

type WebhookEvent = (typeof webhookEvents)[number];
type ListenFlags = ApiFlags & { events?: WebhookEvent[]; port: number; forwardTo?: string };

const eventList = (text: string): WebhookEvent[] =>
  text.split(',').map((wanted) => {
    const event = webhookEvents.find((name) => name === wanted.trim());
    if (event === undefined) throw new InvalidArgumentError(`Events are ${webhookEvents.join(', ')}.`);
    return event;
  });

const httpUrl = (text: string): string => {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('It must be an http(s) address.');
  return text;
};

/** `freight listen`: a webhook receiver on this machine, subscribed for as long as the command runs. */
export const listenCommand = withApiOptions(new Command('listen'))
  .description('receive webhooks on this machine, verify and show them; the subscription ends with the command')
  .option('--events <names>', 'which events, separated by commas; all unless given', eventList)
  .option('--port <number>', 'port to receive on; a free one unless given', tcpPort, 0)
  .option('--forward-to <url>', 'post each verified delivery on to this address and answer as it does', httpUrl)
  .action(async (flags: ListenFlags) => {
    const api = await apiOf(flags);
    const secret = Promise.withResolvers<string>();
    // A delivery that comes before the secret waits; one that never gets it must not end this process.
    secret.promise.catch(() => undefined);
    const receiver = await startReceiver(flags.port, async (delivery) =>
      receive(delivery, await secret.promise, flags),
    );
    try {
      const { events = [...webhookEvents] } = flags;
      const subscription = await api.send(createWebhook, { name: 'freight listen', url: receiver.url, events });
      secret.resolve(subscription.secret);
      process.stdout.write(`listening on ${receiver.url}, subscription ${subscription.id}; Ctrl-C ends both\n`);
      await stopSignal();
      await api.send(deleteWebhook, { id: subscription.id });
    } catch (error) {
      secret.reject(error);
      throw error;
    } finally {
      await receiver.close();
    }
  });

const receive = async (delivery: ReceivedDelivery, secret: string, flags: ListenFlags): Promise<number> => {
  const verdict = verifyWebhook({ ...delivery, secret });
  const status = await answer();
  if (flags.json === true) {
    const { headers, body } = delivery;
    process.stdout.write(`${JSON.stringify({ verified: verdict.ok, status, headers, body: body.toString() })}\n`);
  } else {
    const forwarded = flags.forwardTo !== undefined && verdict.ok ? ` forwarded: ${status}` : '';
    process.stdout.write(`${describeDelivery(delivery, verdict)}${forwarded}\n`);
  }
  return status;

  async function answer(): Promise<number> {
    if (!verdict.ok) return 401;
    return flags.forwardTo === undefined ? 200 : forward(delivery, flags.forwardTo);
  }
};

/** Resolves at Ctrl-C, SIGTERM or the end of the terminal. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
