/** What undici gives as a response body, as far as it is used here. */
export type ReceivedBody = AsyncIterable<Uint8Array> & { destroy: () => unknown };

const excerptBytes = 1_024;
/** Short answers are read to their end, so that the connection can be used again; longer ones cost us the connection. */
const patienceBytes = 64 * 1_024;
const patienceMs = 1_000;

/**
 * The first 1 KiB of a body as text that PostgreSQL takes. Reads at most 64 KiB or one second, then drops the connection; a
 * body that breaks off gives what had come.
 */
export const readExcerpt = async (body: ReceivedBody): Promise<string> => {
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let seenBytes = 0;
  const timer = setTimeout(() => body.destroy(), patienceMs);
  try {
    for await (const chunk of body) {
      const rest = chunk.subarray(0, Math.max(0, excerptBytes - keptBytes));
      if (rest.length > 0) kept.push(Uint8Array.from(rest));
      keptBytes += rest.length;
      seenBytes += chunk.length;
      if (seenBytes > patienceBytes) break;
    }
  } catch {
    // The status has been read, and that is the answer.
  } finally {
    clearTimeout(timer);
  }
  return storableText(Buffer.concat(kept));
};

/** UTF-8 with U+FFFD for what is not, a character cut in half at the end left out, and no NUL, which text columns refuse. */
const storableText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes, { stream: bytes.length === excerptBytes })
    .replaceAll('\0', '\uFFFD');
