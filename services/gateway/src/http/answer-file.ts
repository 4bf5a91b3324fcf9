import type { CallContext } from '@freight/contracts';
import { z } from 'zod';
import { type AnsweringParts, admitCaller } from './answer-operation.ts';
import type { Exchange } from './exchange.ts';
import { publicError } from './public-error.ts';
import { createInputReader } from './read-input.ts';
import { fileReply, type Reply, type StreamedReply } from './reply.ts';
import type { MountedOperation } from './route-table.ts';
import { streamOfPieces } from './stream-of-pieces.ts';

const noBody = new Uint8Array();
const fields = z.record(z.string(), z.unknown());

/**
 * Makes the function that answers an operation with `answer: 'file'`. A document of one piece is answered as it is; of a longer
 * one the gateway holds one piece at a time, however long it is and however slow the client.
 */
export const answerFile = (
  operation: MountedOperation,
  { admission, invoke, reportFailure }: Pick<AnsweringParts, 'admission' | 'invoke' | 'reportFailure'>,
): ((exchange: Exchange, pathParameters: Record<string, string>) => Promise<Reply | StreamedReply>) => {
  const readInput = createInputReader(operation);

  return async (exchange, pathParameters) => {
    const { context: caller } = await admitCaller(admission, operation, exchange);
    const { request, target, requestId } = exchange;
    const input = fields.parse(readInput({ pathParameters, target, headers: request.headers, body: noBody }));
    const context: CallContext = { requestId, operationId: requestId, ...caller };

    const first = await invoke(operation, context, { ...input, cursor: undefined });
    if (first.next === undefined) return fileReply(first);
    return {
      ...fileReply(first),
      body: streamOfPieces(
        { bytes: first.body, next: first.next },
        async (cursor) => {
          const { body, next } = await invoke(operation, context, { ...input, cursor });
          return { bytes: body, next };
        },
        (error) => reportFailure(publicError(error), exchange, operation),
      ),
    };
  };
};
