import { FreightError, newId, receiveCourierPush } from '@freight/contracts';
import type { RawAnswer } from '@freight/messaging';
import type { Limiter, Rate } from '../limits/limiter.ts';
import type { Exchange } from './exchange.ts';
import type { Invoke } from './invoke.ts';
import { readBody } from './read-body.ts';
import type { Reply } from './reply.ts';

export type CourierPushOptions = { invoke: Invoke; pushLimiter: Limiter; pushRate: Rate };

export const courierPushPath = '/courier-push/{courier}';

/**
 * Hands a courier's push to the shipment service byte for byte and answers what that says, in the courier's own form: couriers
 * know nothing of our envelope. Pushes have a bucket of their own, since a courier that meets a 429 drops the scan.
 */
export const createCourierPush =
  ({ invoke, pushLimiter, pushRate }: CourierPushOptions) =>
  async (exchange: Exchange, courier: string): Promise<Reply> => {
    const { request, requestId, clientAddress } = exchange;
    exchange.allowance = pushLimiter.take(clientAddress, pushRate);
    if (!exchange.allowance.isAllowed) {
      throw new FreightError('RATE_LIMITED', { retryAfterSeconds: exchange.allowance.retryAfterSeconds });
    }
    const body = await readBody(request);
    const input = receiveCourierPush.input.safeParse({
      courier,
      headers: Object.fromEntries(request.headers),
      bodyBase64: Buffer.from(body).toString('base64'),
    });
    if (!input.success) throw new FreightError('NOT_FOUND');
    const context = { requestId, operationId: newId('operation'), actor: { type: 'public' } } as const;
    return asTheCourierWantsIt(await invoke(receiveCourierPush, context, input.data));
  };

const asTheCourierWantsIt = ({ body }: RawAnswer): Reply => {
  const answer = receiveCourierPush.output.parse(JSON.parse(Buffer.from(body).toString()));
  if (answer.body === null || answer.body === undefined) return { status: answer.status, headers: {}, body: null };
  if (typeof answer.body === 'string') {
    return { status: answer.status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: answer.body };
  }
  return {
    status: answer.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(answer.body),
  };
};
