import { FreightError } from '@freight/contracts';

/** The largest request body, in bytes. */
export const maxBodyBytes = 1_048_576;

const empty = new Uint8Array();

/**
 * Reads a body of at most 1 MiB. A declared length beyond it is refused unread; a body of unknown length is counted as it comes.
 *
 * @throws FreightError PAYLOAD_TOO_LARGE; VALIDATION_FAILED when the caller hung up half-way
 */
export const readBody = async (request: Request): Promise<Uint8Array<ArrayBuffer>> => {
  const declared = request.headers.get('content-length');
  try {
    if (declared !== null) {
      if (Number(declared) > maxBodyBytes) throw new FreightError('PAYLOAD_TOO_LARGE');
      return declared === '0' ? empty : await readWhole(request);
    }
    return request.body === null ? empty : await readCounting(request.body);
  } catch (error) {
    if (error instanceof FreightError) throw error;
    throw new FreightError('VALIDATION_FAILED', { message: 'Request body ended early', cause: error });
  }
};

const readWhole = async (request: Request): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(await request.arrayBuffer());
  // An in-process caller can declare what it likes; over a socket the parser holds it to its word.
  if (bytes.byteLength > maxBodyBytes) throw new FreightError('PAYLOAD_TOO_LARGE');
  return bytes;
};

const readCounting = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maxBodyBytes) throw new FreightError('PAYLOAD_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
};
