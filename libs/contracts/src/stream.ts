import { z } from 'zod';
import { text } from './wire.ts';

/**
 * What an operation with `answer: 'stream'` takes beside its own fields, and gives; one with `answer: 'file'` takes it too, and gives
 * the next cursor beside its bytes. The gateway asks for piece after piece, the
 * next one when the client has taken the last, so no process ever holds the whole of it.
 */
export const streamCursor = {
  /** Where the piece before ended, in the words of the service that wrote it; absent for the first. */
  cursor: text(200).optional(),
};

export const streamPiece = z.object({
  text: z.string(),
  /** Cursor of the next piece; null when this was the last. */
  next: z.string().nullable(),
});
export type StreamPiece = z.output<typeof streamPiece>;
