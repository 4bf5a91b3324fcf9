import type { CourierAccount, CourierFile } from '@freight/couriers';

const timeoutMs = 10_000;
const maxFileBytes = 5 * 1_024 * 1_024;

/**
 * Fetches a file that a courier's answer names. An address in an answer is a stranger's text, so only the account's own origin is
 * ever called, and those that its setting `documentOrigins` lists (separated by commas); no redirect is followed. What a file
 * is, its first bytes say.
 *
 * @returns undefined when it may not be fetched, cannot be, is too large, or is neither an image nor a PDF
 */
export const downloadFile = async (account: CourierAccount, url: string): Promise<CourierFile | undefined> => {
  if (!mayFetch(account, url)) return undefined;
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok || answer.body === null) return undefined;
    const bytes = await readAtMost(answer.body, maxFileBytes);
    const contentType = bytes === undefined ? undefined : contentTypeOf(bytes);
    return bytes === undefined || contentType === undefined ? undefined : { bytes, contentType };
  } catch {
    return undefined;
  }
};

const mayFetch = ({ baseUrl, settings }: CourierAccount, url: string): boolean => {
  const allowed = [baseUrl, ...(settings?.['documentOrigins']?.split(',') ?? [])].flatMap(
    (address) => URL.parse(address.trim())?.origin ?? [],
  );
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && allowed.includes(origin);
};

const readAtMost = async (body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Nothing that a browser would run: no HTML, no SVG. */
const signatures = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
] as const;

const contentTypeOf = (bytes: Uint8Array): string | undefined =>
  signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0];
