import type { ReceivedDelivery } from './receiver.ts';

/** Less than the time after which the sender counts the attempt as failed. */
const timeoutMs = 14_000;

/** Of this connection only, and not for the next one. */
const hopHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Posts a delivery on, byte for byte with its headers. @returns the status there, 502 when nobody answered */
export const forward = async ({ headers, body }: ReceivedDelivery, target: string): Promise<number> => {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !hopHeaders.has(name) ? [[name, value] as const] : [],
  );
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: Object.fromEntries(kept),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 502;
  }
};
