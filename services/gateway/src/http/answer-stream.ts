import { type CallContext, streamPiece } from '@freight/contracts';
import { z } from 'zod';
import { type AnsweringParts, admitCaller } from './answer-operation.ts';
import type { Exchange } from './exchange.ts';
import { publicError } from './public-error.ts';
import { createInputReader } from './read-input.ts';
import type { StreamedReply } from './reply.ts';
import type { MountedOperation } from './route-table.ts';
import { type Piece, streamOfPieces } from './stream-of-pieces.ts';

const noBody = new Uint8Array();
const fields = z.record(z.string(), z.unknown());

/**
 * Makes the function that answers an operation with `answer: 'stream'`. The first piece is fetched before anything is sent, so
 * what is refused is refused in the envelope. Every other piece is fetched when the client has taken the one before: the
 * gateway holds one piece, however long the document and however slow the client.
 */
export const answerStream = (
  operation: MountedOperation,
  { admission, invoke, reportFailure }: Pick<AnsweringParts, 'admission' | 'invoke' | 'reportFailure'>,
): ((exchange: Exchange, pathParameters: Record<string, string>) => Promise<StreamedReply>) => {
  const readInput = createInputReader(operation);
  const mediaType = operation.http.mediaType ?? 'text/plain; charset=utf-8';
  const fileName = operation.http.path.split('/').at(-1) ?? 'document';

  return async (exchange, pathParameters) => {
    const { context: caller } = await admitCaller(admission, operation, exchange);
    const { request, target, requestId } = exchange;
    const input = fields.parse(readInput({ pathParameters, target, headers: request.headers, body: noBody }));
    const context: CallContext = { requestId, operationId: requestId, ...caller };

    const fetchPiece = async (cursor: string | undefined): Promise<Piece> => {
      const { body } = await invoke(operation, context, { ...input, cursor });
      const { text, next } = streamPiece.parse(JSON.parse(Buffer.from(body).toString()));
      return { bytes: Buffer.from(text), next: next ?? undefined };
    };
    return {
      status: 200,
      headers: { 'Content-Type': mediaType, 'Content-Disposition': `attachment; filename="${fileName}"` },
      body: streamOfPieces(await fetchPiece(undefined), fetchPiece, (error) =>
        reportFailure(publicError(error), exchange, operation),
      ),
    };
  };
};
