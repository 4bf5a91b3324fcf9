import type { DrawingJob } from './drawing-job.ts';
import type { InvoiceContent } from './invoice/invoice-content.ts';
import type { LabelContent } from './label-content.ts';
import type { LabelPart } from './merge-labels.ts';
import { createWorkerPool } from './worker-pool.ts';

export type LabelDrawerOptions = {
  /** Threads at most; one draws some hundred labels a second. */
  workers?: number;
  /** Documents that may wait for a thread. */
  queueLimit?: number;
  /** From the call to the document, waiting included. */
  timeoutMs?: number;
};

export type LabelDrawer = {
  /**
   * Draws labels as one PDF, a page each. Throws FreightError: SERVICE_UNAVAILABLE when too many documents wait or the
   * drawer is closed, UPSTREAM_TIMEOUT when it took too long, INTERNAL on labels that `drawLabels` refuses or on a crash.
   */
  draw: (labels: readonly LabelContent[]) => Promise<Uint8Array>;
  /** Our labels and couriers' files as one PDF, in the order given. Throws like `draw`. */
  merge: (parts: readonly LabelPart[]) => Promise<Uint8Array>;
  /** Draws a commercial invoice. Throws like `draw`. */
  drawInvoice: (invoice: InvoiceContent) => Promise<Uint8Array>;
  /** Fails what is unfinished and ends the threads; drain before. */
  close: () => Promise<void>;
};

/**
 * Draws labels and invoices off the event loop, each thread keeping its fonts parsed.
 *
 * @example
 * const drawer = createLabelDrawer({ workers: 2 });
 * const pdf = await drawer.draw([label]);
 */
export const createLabelDrawer = ({
  workers = 1,
  queueLimit = 200,
  timeoutMs = 60_000,
}: LabelDrawerOptions = {}): LabelDrawer => {
  const pool = createWorkerPool<DrawingJob, Uint8Array>({
    file: new URL('./label-worker.ts', import.meta.url),
    parse: pdfBytes,
    workers,
    queueLimit,
    timeoutMs,
  });
  return {
    draw: (labels) => pool.run({ kind: 'labels', labels }),
    merge: (parts) => pool.run({ kind: 'merged', parts }),
    drawInvoice: (invoice) => pool.run({ kind: 'invoice', invoice }),
    close: pool.close,
  };
};

const pdfBytes = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new TypeError('the label worker answered something else than bytes');
  return value;
};
