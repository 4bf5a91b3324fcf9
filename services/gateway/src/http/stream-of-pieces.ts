/** A part of a document; `next` is the cursor of what follows, undefined at the end. */
export type Piece = { bytes: Uint8Array; next: string | undefined };

/**
 * The body of an answer whose first piece is there already. The next piece is fetched when the client has taken the one before.
 * A failure on the way breaks the connection: an end that looks complete would be a lie.
 */
export const streamOfPieces = (
  first: Piece,
  fetchPiece: (cursor: string) => Promise<Piece>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> => {
  let piece = first;
  return new ReadableStream(
    {
      pull: async (controller) => {
        controller.enqueue(piece.bytes);
        if (piece.next === undefined) return controller.close();
        try {
          piece = await fetchPiece(piece.next);
        } catch (error) {
          onFailure(error);
          throw error;
        }
      },
    },
    { highWaterMark: 1 },
  );
};
