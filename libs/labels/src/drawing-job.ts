import { drawLabels } from './draw-labels.ts';
import { drawInvoice } from './invoice/draw-invoice.ts';
import type { InvoiceContent } from './invoice/invoice-content.ts';
import type { LabelContent } from './label-content.ts';
import { type LabelPart, mergeLabels } from './merge-labels.ts';

/** What a drawing thread is asked for. */
export type DrawingJob =
  | { kind: 'labels'; labels: readonly LabelContent[] }
  | { kind: 'merged'; parts: readonly LabelPart[] }
  | { kind: 'invoice'; invoice: InvoiceContent };

export const runDrawingJob = (job: DrawingJob): Promise<Uint8Array> => {
  switch (job.kind) {
    case 'labels':
      return drawLabels(job.labels);
    case 'merged':
      return mergeLabels(job.parts);
    case 'invoice':
      return drawInvoice(job.invoice);
  }
};
