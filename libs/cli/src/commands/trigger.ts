import { listWebhooks, testEvent, testWebhook, webhookEvents } from '@freight/contracts';
import { Argument, Command } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { print } from '../print.ts';

type SampleEvent = typeof testEvent | (typeof webhookEvents)[number];

const columns = ['webhookId', 'url', 'success', 'deliveryId'];

/** `freight trigger shipment.delivered`: what a receiver would get, without a shipment. Ends with 1 when one did not take it. */
export const triggerCommand = withApiOptions(new Command('trigger'))
  .description('send a sample of an event to your webhooks; of a shipment that never was')
  .addArgument(new Argument('<event>', 'which event').choices([testEvent, ...webhookEvents]))
  .option('--webhook <id>', 'only to this subscription; else to all that are switched on')
  .action(async (event: SampleEvent, { webhook, ...flags }: ApiFlags & { webhook?: string }) => {
    const api = await apiOf(flags);
    const { subscriptions } = await api.send(listWebhooks, {});
    const wanted = subscriptions.filter(({ id, isActive }) => (webhook === undefined ? isActive : id === webhook));
    if (wanted.length === 0) {
      throw new Error(
        webhook === undefined
          ? 'no webhook is switched on: `freight listen` makes one'
          : `there is no webhook ${webhook}`,
      );
    }
    const results = await Promise.all(
      wanted.map(async ({ id, url }) => ({ webhookId: id, url, ...(await api.send(testWebhook, { id, event })) })),
    );
    print(results, { ...flags, columns });
    if (results.some(({ success }) => !success)) process.exitCode = 1;
  });
